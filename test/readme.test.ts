import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { withCommands } from '../scripts/readme.ts';

const root = path.join(import.meta.dirname, '..');
const readme = readFileSync(path.join(root, 'README.md'), 'utf8');
const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));

test('the table of commands is what the declarations say', () => {
  expect(readme).toBe(withCommands(readme));
});

test('every script that the README names exists', () => {
  const named = [...readme.matchAll(/npm run ([a-z][a-z:-]*)/g)].map(([, name = '']) => name);
  expect(named.length).toBeGreaterThan(5);
  expect(named.filter((name) => !(name in scripts))).toEqual([]);
});

test('every file and folder that the README names exists', () => {
  const named = [...readme.matchAll(/`((?:src|test)\/[\w./-]+)`/g)].map(([, file = '']) => file);
  const missing = named.filter((file) => !file.includes('NAME') && !existsSync(path.join(root, file)));
  expect(missing).toEqual([]);
});

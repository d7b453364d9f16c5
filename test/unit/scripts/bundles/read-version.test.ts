import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { readVersion } from '../../../../scripts/bundles/read-version.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'skydesk-'));
  write(folder);
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (to: string) => writeFileSync(path.join(to, 'package.json'), '{ "version": "1.2.3" }');
const git = (...args: readonly string[]): string =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.com', ...args], {
    cwd: folder,
    encoding: 'utf8',
  }).trim();

function commit(): string {
  git('init', '--quiet');
  git('add', '--all');
  git('commit', '--quiet', '--message=First');
  return git('rev-parse', '--short=8', 'HEAD');
}

test('a build of a checkout names its commit, also one with a tag', async () => {
  const hash = commit();
  git('tag', 'v1.2.3');
  expect(await readVersion(folder)).toBe(`1.2.3+${hash}`);
});

test('a build of changed files says so', async () => {
  const hash = commit();
  writeFileSync(path.join(folder, 'package.json'), '{ "version": "1.2.4" }');
  expect(await readVersion(folder)).toBe(`1.2.4+${hash}-dirty`);
});

test('a build outside of a checkout has the version alone, and so has a copy inside of another one', async () => {
  expect(await readVersion(folder)).toBe('1.2.3');
  const inside = path.join(folder, 'copy');
  mkdirSync(inside);
  write(inside);
  commit();
  expect(await readVersion(inside)).toBe('1.2.3');
});

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { commandArguments } from '../../../../scripts/derived/argument-types.ts';

const file = path.join(import.meta.dirname, '../../../../src/operations/context/command-arguments.ts');

test('links are type-checked by the declarations: `npm run fix` writes the types', () => {
  expect(readFileSync(file, 'utf8')).toBe(commandArguments());
});

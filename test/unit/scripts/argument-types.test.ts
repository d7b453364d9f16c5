import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { commandArguments, commandArgumentsFile } from '../../../scripts/argument-types.ts';

test('links are checked against what the declarations say: `npm run fix` writes it', () => {
  expect(readFileSync(commandArgumentsFile, 'utf8')).toBe(commandArguments());
});

import { expect, test } from 'vitest';
import { parseCommand } from '../../../src/command-line/parse-command.ts';
import { operations } from '../../../src/operations/index.ts';

test.each(operations.map(({ id, example }) => ({ id, example })))('$example', ({ id, example }) => {
  const parsed = parseCommand(example);
  expect(parsed.kind === 'prepared' ? parsed.prepared.operation.id : parsed).toBe(id);
});

import { expect, test } from 'vitest';
import { submit } from '../../../src/commands/parse/parse-command.ts';
import { operations } from '../../../src/operations/index.ts';

test.each(operations.map(({ id, example }) => ({ id, example })))('$example', ({ id, example }) => {
  const submitted = submit(example);
  expect('prepared' in submitted ? submitted.prepared.operation.id : submitted.answer).toBe(id);
});

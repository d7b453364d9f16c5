import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { promises } from '../support/promises.ts';
import { questions } from '../support/questions.ts';

const root = path.join(import.meta.dirname, '../..');

test.each([...promises, ...questions])(
  'the code still has the place that keeps: $promise',
  ({ file, from, to }) => {
    const text = readFileSync(path.join(root, file), 'utf8');
    expect([text.split(from).length - 1, from === to]).toEqual([1, false]);
  },
);

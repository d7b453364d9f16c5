import { expect, test } from 'vitest';
import { type Kind, kinds } from '../../../src/jobs/kinds.ts';

/* What holds for a kind of job follows from its row: nobody has to know more to add one. */

const rows = Object.entries(kinds);
const those = (isOne: (kind: (typeof kinds)[Kind]) => boolean): readonly string[] =>
  rows.filter(([, kind]) => isOne(kind)).map(([name]) => name);

test.each<[string, (kind: (typeof kinds)[Kind]) => boolean, string]>([
  ['nobody waits for', ({ isAwaited }) => !isAwaited, 'dryRun home execute track'],
  [
    'may have taken effect in part',
    ({ onError }) => onError === 'persist',
    'confirm cancel withdraw accept decline vote',
  ],
  [
    'are tried again, since they only show something',
    ({ onError }) => onError === 'retry',
    'undo undoDone retryFailed review',
  ],
  ['need no rights of a person', ({ asked }) => asked === 'anyone', 'typedKey execute track'],
  ['a channel can forbid', ({ asked }) => asked === 'typed', 'command help sentence form'],
  ['only read', ({ isRead }) => isRead === true, 'help sentence home'],
])('the jobs that %s', (_, isOne, names) => {
  expect(those(isOne)).toEqual(names.split(' '));
});

test('what nobody waits for has no notice that it takes longer', () => {
  expect(those(({ isAwaited, notice }) => !isAwaited && notice !== undefined)).toEqual([]);
});

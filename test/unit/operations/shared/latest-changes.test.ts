import { expect, test } from 'vitest';
import type { Event, Kept } from '../../../../src/core/audit-log.ts';
import { latestChanges } from '../../../../src/operations/shared/latest-changes.ts';

/** Entries as the record gives them, newest first: "request event". */
const record = (...entries: `${string} ${Event}`[]): Kept[] =>
  entries.map((text, at) => {
    const [request = '', event] = text.split(' ') as [string, Event];
    const seq = entries.length - at;
    const rest = {
      account: 'ACME',
      person: 'U1',
      operation: 'alert.delete',
      targets: [],
      hash: '',
      previous: '',
    };
    return { ...rest, request, event, seq, at: seq, says: `change ${request}` };
  });

test.each<[string, Kept[], string[]]>([
  ['nothing on record', [], []],
  ['a change that is done', record('a done', 'a started', 'a asked'), ['a done']],
  ['a change that was begun', record('a started', 'a asked'), ['a started']],
  ['a change that failed', record('a failed', 'a started'), ['a failed']],
  ['a change that nobody knows the end of', record('a unknown', 'a started'), ['a unknown']],
  ['a request that was never begun', record('a withdrawn', 'b refused', 'c asked', 'd expired'), []],
  ['a word of approval that came on record late', record('a approved', 'a done', 'a started'), ['a done']],
  ['changes between each other', record('b done', 'a done', 'b started', 'a started'), ['b done', 'a done']],
  ['more than wanted', record('d done', 'c done', 'b done', 'a done'), ['d done', 'c done', 'b done']],
])('%s', (_, entries, expected) => {
  expect(latestChanges(entries, 3).map(({ request, event }) => `${request} ${event}`)).toEqual(expected);
});

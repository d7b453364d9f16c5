import { expect, test } from 'vitest';
import { keyTarget } from '../../../src/api-keys/api-key.ts';
import type { AuditEvent, StoredEntry } from '../../../src/change/model/audit-log.ts';
import { latestChanges } from '../../../src/home/latest-changes.ts';
import { storedEntry } from '../../support/made/log-entries.ts';

/** Entries as the record gives them, newest first: "request event". */
const record = (...entries: `${string} ${AuditEvent}`[]): StoredEntry[] =>
  entries.map((text, at) => {
    const [request = '', event] = text.split(' ') as [string, AuditEvent];
    const seq = entries.length - at;
    return storedEntry({ request, event, seq, at: seq, title: `change ${request}` });
  });

test.each<[string, StoredEntry[], string[]]>([
  ['nothing on record', [], []],
  ['a change that is done', record('a applied', 'a started', 'a requested'), ['a applied']],
  ['a change that has started', record('a started', 'a requested'), ['a started']],
  ['a change that failed', record('a failed', 'a started'), ['a failed']],
  ['a change with an unknown outcome', record('a unknown', 'a started'), ['a unknown']],
  ['a request that never started', record('a withdrawn', 'b refused', 'c requested', 'd expired'), []],
  ['a late approval', record('a approved', 'a applied', 'a started'), ['a applied']],
  [
    'an API key, which changes nothing in the account',
    record('k applied', 'a applied').map((entry) =>
      entry.request === 'k' ? { ...entry, targets: [keyTarget({ id: '7f3a21' })] } : entry,
    ),
    ['a applied'],
  ],
  ['mixed changes', record('b applied', 'a applied', 'b started', 'a started'), ['b applied', 'a applied']],
  [
    'more than fit',
    record('d applied', 'c applied', 'b applied', 'a applied'),
    ['d applied', 'c applied', 'b applied'],
  ],
])('%s', (_, entries, expected) => {
  expect(latestChanges(entries, 3).map(({ request, event }) => `${request} ${event}`)).toEqual(expected);
});

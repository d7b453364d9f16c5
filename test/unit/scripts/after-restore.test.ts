import { expect, test } from 'vitest';
import { printed, readLines, unknownChanges } from '../../../scripts/after-restore.ts';

const day = '2026-11-21T';
const time = Date.parse(`${day}09:00:00Z`);

const started = (at: string, request: string, operation = 'ip.add', ends?: string) => ({
  level: 'INFO',
  message: 'started',
  timestamp: `${day}${at}.000Z`,
  service: 'worker',
  bot: 'skydesk-prod',
  entry: 'started',
  account: 'ACME',
  request,
  operation,
  ...(ends && { ends: `${day}${ends}.000Z` }),
});
const recorded = (at: string, request: string, entry: string) => ({
  ...started(at, request),
  message: 'recorded',
  entry,
  seq: 1,
  hash: 'f'.repeat(64),
});

const found = (...lines: object[]) =>
  unknownChanges(readLines(lines.map((line) => JSON.stringify(line)).join('\n')), time).map(
    ({ request, event, ends }) => [request, event, ends?.slice(11, 16)].filter(Boolean).join(' '),
  );

/** A step that starts at this time, ends by itself at another, and what is logged of it a second later. */
const opened = (at: string, ends?: string, entry?: string) => [
  started(`${at}:00`, 'a', 'ip.add', ends && `${ends}:00`),
  ...(entry ? [recorded(`${at}:01`, 'a', entry)] : []),
];
const closed = [started('10:00:00', 'a', 'ip.remove'), recorded('10:00:01', 'a', 'ended')];
const [before, after] = ['08:00', '09:10'];
const late = recorded('09:10:01', 'a', 'applied');
const unheard = opened('08:50', '11:00');

test.each<[string, object[], string[]]>([
  ['a change that was made before the time is known', opened(before, undefined, 'applied'), []],
  ['a change that was made after it is not known', opened(after, undefined, 'applied'), ['a applied']],
  ['an opening made after it has lost its end', opened(after, '11:00', 'applied'), ['a applied 11:00']],
  ['an opening that was being made at that time has lost its end', [...unheard, late], ['a applied 11:00']],
  ['a change without any later entry may have been made', unheard, ['a started 11:00']],
  [
    'an opening that was made before has its end in the table, though it has ended since',
    [...opened(before, '10:00', 'applied'), ...closed],
    ['a ended'],
  ],
  [
    'an opening that was made after it and has ended needs no end',
    [...opened(after, '10:00', 'applied'), ...closed],
    ['a ended'],
  ],
  ['a failed change opened nothing', opened(after, '10:00', 'failed'), ['a failed']],
  [
    'an end that the cloud API rejected has closed nothing, so the opening has lost its end',
    [
      ...opened(after, '10:00', 'applied'),
      started('10:00:00', 'a', 'ip.remove'),
      recorded('10:00:01', 'a', 'failed'),
    ],
    ['a failed 10:00'],
  ],
  ['an unknown outcome may have opened something', opened(after, '10:00', 'unknown'), ['a unknown 10:00']],
  ['a request that never started made nothing', [recorded('09:10:00', 'a', 'requested')], []],
  [
    'lines come in any order, and twice',
    [
      recorded('09:40:01', 'b', 'applied'),
      started('09:40:00', 'b'),
      ...opened(after),
      ...opened(after),
      late,
    ],
    ['a applied', 'b applied'],
  ],
])('%s', (_, lines, expected) => {
  expect(found(...lines)).toEqual(expected);
});

const line = JSON.stringify(started('09:10:00', 'a'));
test.each([
  ['one a line', `${line}\n${line}\n`, 2],
  ['after a timestamp, as an export to S3 has them', `${day}09:10:00.000Z ${line}\n`, 1],
  ['as events of CloudWatch, one a line', JSON.stringify({ timestamp: 1, message: line }), 1],
  [
    'as the CLI prints them',
    JSON.stringify({ events: [{ message: line }, { message: 'START' }] }, null, 2),
    1,
  ],
  ['among other lines', `START RequestId: 1\n{"message":"swept"}\n{"broken\n${line}`, 1],
])('log lines are read %s', (_, exported, count) => {
  expect(readLines(exported)).toHaveLength(count);
});

test('the output names times, operations and requests, and the openings twice', () => {
  const changes = unknownChanges(
    readLines(
      [started('09:10:00', 'a1b2', 'ip.add', '11:00:00'), started('09:20:00', 'c3', 'alert.create')]
        .map((written) => JSON.stringify(written))
        .join('\n'),
    ),
    time,
  );
  expect(printed(changes, time)).toBe(`Made after 2026-11-21T09:00:00.000Z, and not in the restored table: 2
  2026-11-21T09:10:00.000Z  ACME  started  ip.add  a1b2
  2026-11-21T09:20:00.000Z  ACME  started  alert.create  c3

Nothing ends these any more. End each yourself at its time: 1
  ends 2026-11-21T11:00:00.000Z  ACME  ip.add  a1b2
`);
  expect(printed([], time)).toBe('No change was made after 2026-11-21T09:00:00.000Z.\n');
});

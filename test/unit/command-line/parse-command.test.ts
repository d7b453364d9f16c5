import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessage } from '../../../local/slack/blocks/check-message.ts';
import {
  answerTo,
  formOf,
  helpFor,
  parseCommand,
  requestOf,
} from '../../../src/command-line/parse-command.ts';
import { preparedFrom, prepareRequest, whyNotPrepared } from '../../../src/command-line/prepare-request.ts';
import { operations } from '../../../src/operations/index.ts';
import { job } from '../../../src/queue/job.ts';
import { draw } from '../../../src/slack/render/draw.ts';
import { words } from '../../support/in-memory/memory.ts';

test.each([
  ['', 'What do you want to do?'],
  ['  ', 'What do you want to do?'],
  ['help alert', 'Commands: alert'],
  ['help alert create', 'Create an alert policy'],
  ['help key=value', 'Unknown command'],
  ['x=help', 'Unknown command “x=help”.'],
  ['alert help x', 'Unknown command “alert help”.'],
  ['alert list -h', 'List the alert policies'],
  ['alert create x disk=80 to=--help', '“--help” is not an email address'],
  ['cost --help', 'Show what a month costs'],
  ['alert list account=../x', 'is not an account alias'],
])('“%s” is answered at once', (line, text) => {
  const parsed = parseCommand(line);
  expect(parsed.kind !== 'prepared' && words(answerTo(parsed))).toContain(text);
});

test.each(['web01', 'server web01'])('“%s” shows that server', (line) => {
  const parsed = parseCommand(line);
  expect(parsed.kind === 'prepared' && parsed.prepared.line).toBe('server show web01');
});

test.each(['web01 alert', 'jump', 'alert web01', 'a=web01', 'alert1'])('“%s” shows no server', (line) => {
  expect(parseCommand(line).kind).toBe('help');
});

test('a read opens a form for missing values, and none for wrong ones', () => {
  expect(formOf(parseCommand('firewall show de1'))?.raw).toEqual({ dc: 'de1' });
  expect(formOf(parseCommand('firewall show de1 x'))).toBeUndefined();
  expect(formOf(parseCommand('alert list now'))).toBeUndefined();
});

test.each(['alert list', 'ALERT LIST account=acme', 'alert delete x', 'invoice', 'invoice trend 3'])(
  '“%s” can be executed',
  (line) => {
    const parsed = parseCommand(line);
    expect(parsed.kind === 'prepared' && parsed.prepared.operation.id).toBe(
      line
        .toLowerCase()
        .split(' ')
        .filter((word) => /^(alert|list|delete|invoice|trend)$/.test(word))
        .join('.'),
    );
  },
);

describe('approval', () => {
  const needing = operations.filter(({ needs }) => needs === 'approval');
  const missing = 'is missing: approvers need a reason';
  const filled = ({ fields }: (typeof operations)[number]) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { example, read }]) => [
        name,
        'value' in read(example) ? example : '0'.repeat(32),
      ]),
    );

  test('is not requested without a reason, by a line or a stored request', () => {
    expect(needing.length).toBeGreaterThan(5);
    for (const operation of needing) {
      const kept = prepareRequest({ operation: operation.id, raw: filled(operation) });
      expect(kept.kind !== 'prepared' && words(whyNotPrepared(kept)), operation.id).toContain(missing);
      const line = Object.entries(filled(operation)).map(([name, text]) => `${name}="${text}"`);
      const typed = parseCommand(`${operation.words.join(' ')} ${line.join(' ')}`);
      expect(formOf(typed)?.problems, operation.id).toContainEqual({
        field: 'why',
        message: missing,
        missing: true,
      });
    }
  });

  test('can be requested with a reason', () => {
    for (const operation of needing) {
      const raw = { ...filled(operation), why: 'Nightly backup' };
      const kept = preparedFrom({ operation: operation.id, raw });
      expect(kept?.reason, operation.id).toBe('Nightly backup');
    }
  });

  test('without a reason says that one is missing, and offers the form', () => {
    const line = `firewall disable de1 ${'0'.repeat(32)}`;
    const parsed = parseCommand(line);
    const said = parsed.kind === 'prepared' ? '' : words(answerTo(parsed));
    expect(said).toContain('Check this command:');
    expect(said).toContain(missing);
    expect(said).toContain(`Open Form${line}`);
  });
});

test('an operation that is no longer known is refused', () => {
  const kept = prepareRequest({ operation: 'moon.land', raw: {} });
  expect(kept.kind !== 'prepared' && words(whyNotPrepared(kept))).toContain('Nothing was changed');
});

test('any line has an answer that Slack takes, or is a request', () => {
  const starts = fc.constantFrom('', 'help ', ...operations.map(({ words }) => `${words.join(' ')} `));
  const rest = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 200 }),
    fc.constantFrom('x'.repeat(3000), '<!channel>', '"'),
  );
  fc.assert(
    fc.property(starts, rest, (start, text) => {
      const parsed = parseCommand(start + text);
      if (parsed.kind === 'prepared') return;
      const rendered = draw(answerTo(parsed), '/cloud');
      expect(checkMessage(JSON.parse(JSON.stringify(rendered)))).toBeUndefined();
      expect(rendered.text).not.toContain('<');
    }),
    { numRuns: 300 },
  );
});

const base = { id: 'j1', team: 'T1', replyTo: { channel: 'C1', person: 'U1' } };
/** The job of a line, as the worker reads it from the queue. */
const queued = (line: string) =>
  job.parse(JSON.parse(JSON.stringify({ ...requestOf(parseCommand(line)), ...base })));

describe('the job for the worker', () => {
  test.each<[string, object]>([
    ['alert show "Disk 80"', { operation: 'alert.show', raw: { policy: 'Disk 80' }, problems: [] }],
    ['alert list account=acdv', { operation: 'alert.list', raw: { account: 'acdv' }, problems: [] }],
    ['alert show', { operation: 'alert.show', raw: {}, problems: [{ field: 'policy' }], line: 'alert show' }],
    ['help alert create', { kind: 'help', words: [{ text: 'alert' }, { text: 'create' }] }],
    ['moon=1', { kind: 'help', words: [{ key: 'moon', text: '1' }] }],
  ])('for “%s” has the parsed request, not the line', (line, expected) => {
    const asked = queued(line);
    expect(asked).toMatchObject({ kind: 'command', ...expected });
    if (asked.kind === 'command' && asked.problems.length === 0) expect(asked).not.toHaveProperty('line');
  });

  test.each<[string, object]>([
    ['alert list', { kind: 'command', operation: 'alert.list', raw: {}, problems: [] }],
    ['frobnicate', { kind: 'help', words: [{ text: 'frobnicate' }] }],
    ['alrt list', { kind: 'help', words: [{ text: 'alrt' }, { text: 'list' }], corrected: 'alert list' }],
    ['moon "land', { kind: 'help', words: [{ text: 'moon' }, { text: 'land' }], unclosed: 'land' }],
    [
      'alert create x dsk=80 to=a@b.co',
      {
        kind: 'command',
        operation: 'alert.create',
        raw: { name: 'x', disk: '80', to: 'a@b.co' },
        problems: [{ message: expect.any(String) }],
        line: 'alert create x dsk=80 to=a@b.co',
        corrected: 'alert create x disk=80 to=a@b.co',
      },
    ],
  ])('for “%s” has no more than it needs', (line, expected) => {
    expect(requestOf(parseCommand(line))).toEqual(expected);
  });

  test('has at most 12 words, 1,000 characters of a quote, 200 problems and a line for a button', () => {
    const words = requestOf(parseCommand('moon '.repeat(13)));
    expect(words).toMatchObject({ words: Array.from({ length: 12 }, () => ({ text: 'moon' })) });
    expect(requestOf(parseCommand(`moon "${'x'.repeat(1001)}`))).toMatchObject({
      unclosed: 'x'.repeat(1000),
    });
    const options = Array.from({ length: 201 }, (_, at) => `qqq${at}=1`).join(' ');
    const many = requestOf(parseCommand(`alert list ${options}`));
    expect(many.kind === 'command' && many.problems).toHaveLength(200);
    const line = (length: number) => `dc show de1 x ${'y'.repeat(length - 'dc show de1 x '.length)}`;
    expect(requestOf(parseCommand(line(2000)))).toHaveProperty('line');
    expect(requestOf(parseCommand(line(2001)))).not.toHaveProperty('line');
  });

  test('is prepared by the worker as by the receiver, whatever was typed', () => {
    const word = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 30 }),
      fc.constantFrom('"Disk 80"', 'cpu=80', 'disk=90', 'to=a@b.co', 'account=ACME', 'why="because"', '3'),
    );
    const starts = fc.constantFrom('', 'help', ...operations.map(({ words: names }) => names.join(' ')));
    fc.assert(
      fc.property(starts, fc.array(word, { maxLength: 6 }), (start, more) => {
        const line = [start, ...more].join(' ');
        const parsed = parseCommand(line);
        const asked = queued(line);
        if (asked.kind === 'help') {
          if (parsed.kind !== 'help') throw new Error(parsed.kind);
          expect(helpFor(asked.words, asked.corrected, asked.unclosed)).toEqual(answerTo(parsed));
          return;
        }
        if (asked.kind !== 'command') throw new Error(asked.kind);
        const preparation = prepareRequest(asked);
        expect(preparation.kind).toBe(parsed.kind);
        if (preparation.kind === 'prepared' && parsed.kind === 'prepared')
          expect(preparation.prepared.line).toBe(parsed.prepared.line);
        if (preparation.kind === 'mistaken' && parsed.kind === 'mistaken')
          expect(preparation.problems).toEqual(parsed.problems);
      }),
      { numRuns: 500 },
    );
  });

  test.each([
    `alert list ${'y '.repeat(20_000)}`,
    `${'alrt '.repeat(8000)}`,
    `alert create ${'"'.repeat(39_000)}`,
    `server show ${'server '.repeat(5000)}`,
  ])('of the longest message that Slack takes fits into the queue', (line) => {
    expect(JSON.stringify(queued(line)).length).toBeLessThan(256 * 1024);
  });
});

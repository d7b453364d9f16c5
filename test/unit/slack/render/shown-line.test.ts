import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { escapeLine } from '../../../../local/slack/human/typing.ts';
import { line, note } from '../../../../src/answer/answer.ts';
import type { Prepared, RawArgs } from '../../../../src/operation/operation.ts';
import type { Context } from '../../../../src/operations/context/context.ts';
import { operationById, operations } from '../../../../src/operations/index.ts';
import { lineIn } from '../../../../src/slack/receive/mention.ts';
import { unescapeSlackText } from '../../../../src/slack/receive/unescape.ts';
import { draw } from '../../../../src/slack/render/draw.ts';
import { notShown } from '../../../../src/slack/render/plain-text.ts';
import { preparedFrom } from '../../../support/made/typed-line.ts';

/** The line in a message, as people copy it. */
function shown(words: string): string {
  const { blocks } = draw([note('As a line: ', line(words))], '/cloud');
  const found = /"text":("(?:[^"\\]|\\.)*"),"style":\{"code":true\}/.exec(JSON.stringify(blocks))?.[1];
  return found === undefined ? '' : JSON.parse(found);
}

/** The request that results when the shown line is copied into Slack's composer, or behind a mention of the bot. */
function pasted(copied: string, how: 'typed' | 'mentioned' = 'typed'): Prepared<Context> {
  return preparedFrom(
    how === 'typed'
      ? unescapeSlackText(escapeLine(copied.replace(/^\/cloud /, '')))
      : lineIn(`<@U0BOT> ${escapeLine(copied)}`, 'U0BOT', '/cloud'),
  );
}

/** Everything but names of people and channels, which Slack turns into ids. */
const awkward = [
  ...' \n\t"\'“”„«»‘’‚<>&=\\|@#`*_~-',
  '\u00a0',
  '\u200b',
  '\u200f',
  '\ufeff',
  '\u202e',
  '\u0000',
  '\r\n',
  '\u2028',
  '\ud83d',
  'é',
  '👩‍💻',
  'account=ACDV',
  'why=',
  '&amp;',
  '&lt;',
  'https://a.example/x?y=a@b.co',
  'a@b.co',
  'Disk',
  '80',
];
const words = fc.array(fc.constantFrom(...awkward), { maxLength: 12 }).map((pieces) => pieces.join(''));

/** Words for each field of an operation: its example, or any text. A plan is not shown as one line. */
const requests = fc.constantFrom(...operations.filter(({ isPlan }) => !isPlan)).chain((operation) =>
  fc.record({
    operation: fc.constant(operation),
    raw: fc.record<Record<string, string>>({
      ...Object.fromEntries(
        Object.entries(operation.fields).map(([name, { example, required }]) => [
          name,
          fc.oneof(
            fc.constant(example.replaceAll('"', '').replace('@ana', '@U0ANA')),
            words,
            ...(required ? [] : [fc.constant('')]),
          ),
        ]),
      ),
      ...(operation.offline ? {} : { account: fc.constantFrom('', 'ACDV', '\u200bACDV\u00a0') }),
      ...(operation.risk === 'reads'
        ? {}
        : { why: fc.oneof(fc.constant('a reason'), words), ticket: fc.constantFrom('', 'OPS-1') }),
    }),
  }),
);

test('a shown line requests the same when it is copied, for any input', () => {
  let compared = 0;
  fc.assert(
    fc.property(requests, ({ operation, raw }) => {
      const prepared = operation.prepare(raw);
      if ('problems' in prepared) return;
      const { line: meant, account, reason, ticket } = prepared;
      const copied = shown(meant);
      // A quotation in a command to explain keeps its line breaks, and no line can show them.
      const isShown = !meant.includes('\n');
      expect(copied).toBe(isShown ? `/cloud ${meant}` : '');
      if (!isShown) return;
      compared += 1;
      for (const how of ['typed', 'mentioned'] as const) {
        const again = pasted(copied, how);
        expect([again.operation.id, again.line]).toEqual([operation.id, meant]);
        expect([again.account, again.reason, again.ticket]).toEqual([account, reason, ticket]);
      }
    }),
    { numRuns: 1000 },
  );
  expect(compared).toBeGreaterThan(300);
});

const create = (raw: RawArgs): Prepared<Context> => {
  const operation = operationById('alert.create');
  const prepared = operation?.prepare({ disk: '80', to: 'ops@example.com', ...raw });
  if (!prepared || 'problems' in prepared) throw new Error(JSON.stringify(prepared));
  return prepared;
};

test('no value becomes another argument', () => {
  const { line: meant, account } = create({ name: 'CPU” account=ACDV why=“night' });
  expect(account).toBeUndefined();
  expect(pasted(shown(meant)).account).toBeUndefined();
});

describe('a line that is too long is not shown at all', () => {
  const to = (amount: number) =>
    Array.from({ length: amount }, (_, at) => `somebody-${at}@example.com`).join(',');

  test.each([10, 23])('%i recipients and a reason: shown whole', (amount) => {
    const { line: meant } = create({
      name: 'N',
      to: to(amount),
      why: 'because '.repeat(62),
      account: 'ACDV',
    });
    expect(shown(meant)).toBe(`/cloud ${meant}`);
    expect(pasted(shown(meant)).account).toBe('ACDV');
  });

  test('100 recipients: replaced by a sentence, in the blocks and in the text', () => {
    const meant = `alert create N disk=80 to=${to(100)} account=ACDV`;
    const { blocks, text } = draw([note('As a line: ', line(meant))], '/cloud');
    expect(JSON.stringify(blocks)).toContain(notShown);
    expect(JSON.stringify(blocks)).not.toContain('"code":true');
    expect(text).toBe(`As a line: ${notShown}`);
  });

  test('in a table as well, whose cells are shorter', () => {
    const { line: meant } = create({ name: 'N', to: to(20) });
    const cell = (words: string) =>
      JSON.stringify(
        draw([{ kind: 'table', caption: 'c', columns: [{ name: 'Line' }], rows: [[line(words)]] }], '/cloud')
          .blocks,
      );
    expect(cell('alert list')).toContain('/cloud alert list');
    expect(cell(meant)).toContain(notShown);
    expect(cell(meant)).not.toContain('somebody-0');
  });
});

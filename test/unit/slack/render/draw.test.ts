import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkMessage } from '../../../../local/slack/blocks/check-message.ts';
import { checkView } from '../../../../local/slack/blocks/check-view.ts';
import { asObject, type Json, type JsonObject, parseJson } from '../../../../local/slack/payload/json.ts';
import type { Inline as ReadInline } from '../../../../local/text/inline-types.ts';
import { parseMrkdwn } from '../../../../local/text/parse-mrkdwn.ts';
import {
  type Answer,
  type Button,
  bold,
  buttons,
  buttonsAndMore,
  type Chart,
  channel,
  chart,
  code,
  commandButton,
  context,
  divider,
  done,
  facts,
  failed,
  fields,
  group,
  heading,
  item,
  itemWithTone,
  line,
  menu,
  money,
  note,
  type Part,
  person,
  preformatted,
  quote,
  type Text,
  table,
  time,
  waiting,
  warning,
} from '../../../../src/answer/answer.ts';
import { readChoice, writeChoice } from '../../../../src/slack/render/action-id.ts';
import { draw, drawPlainly, inHome } from '../../../../src/slack/render/draw.ts';
import { mrkdwn } from '../../../../src/slack/render/mrkdwn.ts';
import { mention, plain } from '../../../../src/slack/render/plain-text.ts';
import { answers, inline, part, running } from './any-answer.ts';

/** The message as Slack would receive it. */
const sent = (rendered: ReturnType<typeof draw>): JsonObject => JSON.parse(JSON.stringify(rendered));
const rendered = (...answer: Part[]): JsonObject => sent(draw(answer, '/cloud'));
const blocks = (...answer: Part[]): Json => rendered(...answer).blocks ?? null;

/** All texts in some JSON but the values of buttons, which nobody sees. */
function strings(value: Json): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, one]) => (name === 'value' ? [] : strings(one)));
}

const paragraph = (...elements: Json[]): Json => [
  { type: 'rich_text', elements: [{ type: 'rich_text_section', elements }] },
];
const button = (label: string, more: JsonObject): JsonObject => ({
  type: 'button',
  text: { type: 'plain_text', text: label, emoji: false },
  ...more,
});

const words = (text: string): JsonObject => ({ type: 'plain_text', text, emoji: false });
const small = (text: string): JsonObject => ({ type: 'mrkdwn', text, verbatim: true });
const cell = (text: string): JsonObject => ({ type: 'raw_text', text });
const none = { label: 'None', options: [] };

describe('each kind of part', () => {
  test('a heading is a header without emoji', () => {
    expect(blocks(heading('Policies :tada:'))).toEqual([
      { type: 'header', text: { type: 'plain_text', text: 'Policies :tada:', emoji: false } },
    ]);
  });

  test.each([
    ['done', done('x'), 'white_check_mark'],
    ['waiting', waiting('x'), 'hourglass_flowing_sand'],
    ['warning', warning('x'), 'warning'],
    ['failed', failed('x'), 'x'],
  ])('a notice with the tone %s has its sign', (_, part, name) => {
    expect(blocks(part)).toEqual(
      paragraph({ type: 'emoji', name }, { type: 'text', text: ' ' }, { type: 'text', text: 'x' }),
    );
  });

  test('every inline has its own style', () => {
    const slack = [person('U0ANA'), group('S0OPS'), channel('C0OPS')];
    const all = note('a', { bold: 'b' }, code('c'), line('help'), money(-123_456), ...slack);
    expect(blocks(all)).toEqual(
      paragraph(
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b', style: { bold: true } },
        { type: 'text', text: 'c', style: { code: true } },
        { type: 'text', text: '/cloud help', style: { code: true } },
        { type: 'text', text: '-$1,234.56' },
        { type: 'user', user_id: 'U0ANA' },
        { type: 'usergroup', usergroup_id: 'S0OPS' },
        { type: 'channel', channel_id: 'C0OPS' },
      ),
    );
    expect(rendered(all).text).toBe('abc/cloud help-$1,234.56<@U0ANA><!subteam^S0OPS><#C0OPS>');
  });

  test('a line to copy is a code block, and never in the notification', () => {
    expect(blocks(preformatted('curl <x> & @here'))).toEqual([
      {
        type: 'rich_text',
        elements: [
          { type: 'rich_text_preformatted', elements: [{ type: 'text', text: 'curl <x> & @here' }] },
        ],
      },
    ]);
    expect(rendered(preformatted('skydesk_x'), done('Made')).text).toBe('✅ Made');
  });

  test('fields are in two columns, ten to a block', () => {
    const many = Object.fromEntries(Array.from({ length: 11 }, (_, at) => [`Fact ${at}`, code(`${at}`)]));
    expect(blocks(fields({ ...many, Gone: undefined }))).toEqual([
      { type: 'section', fields: Array.from({ length: 10 }, (_, at) => small(`*Fact ${at}*\n\`${at}\``)) },
      { type: 'section', fields: [small('*Fact 10*\n`10`')] },
    ]);
  });

  test('context is small print, with dates in the zone of the reader', () => {
    const at = time('2026-10-01T10:30:00Z', 'clock');
    expect(blocks(context(person('U0ANA'), ' · ', line('alert list'), ' · R&D · ', at))).toEqual([
      {
        type: 'context',
        elements: [
          small(
            `<@U0ANA> · \`/cloud alert list\` · R&amp;D · <!date^${Date.UTC(2026, 9, 1, 10, 30) / 1000}^{time}|10:30 UTC>`,
          ),
        ],
      },
    ]);
  });

  test('an item has one button next to it, or a menu for several', () => {
    const show = commandButton('Show', 'ip show 1');
    const withdraw: Button = {
      label: 'Withdraw',
      action: { decide: 'withdraw', on: 'r1' },
      confirm: { title: 'Withdraw?', text: 'It can’t be approved any more.' },
    };
    expect(blocks(item('one'), item(bold('two'), withdraw), item('three', show, withdraw))).toEqual([
      { type: 'section', text: small('one') },
      {
        type: 'section',
        text: small('*two*'),
        accessory: button('Withdraw', {
          action_id: 'decide:withdraw',
          value: 'r1',
          accessibility_label: 'Withdraw: two',
          confirm: {
            title: words('Withdraw?'),
            text: words('It can’t be approved any more.'),
            confirm: words('Withdraw'),
            deny: words('Cancel'),
          },
        }),
      },
      {
        type: 'section',
        text: small('three'),
        accessory: {
          type: 'overflow',
          action_id: 'menu:more',
          options: [
            { text: words('Show'), value: 'line|ip show 1' },
            { text: words('Withdraw'), value: 'decide:withdraw|r1' },
          ],
        },
      },
    ]);
  });

  test('an item begins with the icon of its tone', () => {
    expect(blocks(itemWithTone('done', bold('one')), itemWithTone('failed', '*two*'))).toMatchObject([
      { type: 'section', text: small(':white_check_mark: *one*') },
      { elements: [{ elements: [{ type: 'emoji', name: 'x' }, { text: ' ' }, { text: '*two*' }] }] },
    ]);
  });

  test('screen readers can distinguish equal buttons, by words within the limit', () => {
    const review: Button = { label: 'Review', action: { decide: 'review', on: 'r1' } };
    const labels = [['10.0.0.0/8 → ', person('U0ANA'), line('help')], 'a:b:c', 'x'.repeat(90)].flatMap(
      (text) =>
        [...JSON.stringify(blocks(item(text, review))).matchAll(/"accessibility_label":"([^"]*)"/g)].map(
          ([, label]) => label,
        ),
    );
    expect(labels).toEqual([
      'Review: 10.0.0.0/8 → /cloud help',
      'Review: a:b:c',
      `Review: ${'x'.repeat(66)}…`,
    ]);
  });

  test.each([
    ['fields', (text: Text) => fields({ Name: text })],
    ['context', (text: Text) => context(...[text].flat())],
    ['an item', (text: Text) => item(text, commandButton('Show', 'show'))],
  ])('%s that Slack could read as formatting is rich text, unchanged', (_, part) => {
    for (const text of [
      ...['*b*', ['a', bold('b')], ['an:', 'ok:'], '> said', code('`'), '_i_', '~s~', 'a _b', 'a_', '_'],
      ...[quote('a_b'), ['a', '_ b'], ['a_', bold('b')]],
    ]) {
      const rendered = blocks(part(text));
      expect(JSON.stringify(rendered)).not.toContain('mrkdwn');
      for (const one of [text].flat()) expect(strings(rendered)).toContain(plain(one, '/cloud'));
    }
  });

  test('a divider is a line', () => {
    expect(blocks(divider)).toEqual([{ type: 'divider' }]);
  });

  test('rarer buttons are in a menu, and those that fit nowhere are left out', () => {
    const more = [
      commandButton('Edit', 'edit 1'),
      commandButton('Long', 'x'.repeat(80)),
      commandButton('Edit again', 'edit 1'),
    ];
    expect(blocks(buttonsAndMore([commandButton('Show', 'show 1'), false], [...more, false]))).toEqual([
      {
        type: 'actions',
        elements: [
          button('Show', { action_id: 'line:0', value: 'show 1' }),
          {
            type: 'overflow',
            action_id: 'menu:more',
            options: [{ text: words('Edit'), value: 'line|edit 1' }],
          },
        ],
      },
    ]);
  });

  test('a menu has its options in groups of at most forty, a hundred in all', () => {
    const option = (at: number) => ({
      label: `Show ${at}`,
      description: 'a policy',
      action: { line: `show ${at}` },
    });
    const offered = Array.from({ length: 70 }, (_, at) => option(at));
    const [{ elements }] = blocks(
      menu(
        'Choose one…',
        { label: 'One', options: offered },
        { label: 'Two', options: offered },
        { label: 'Three', options: offered },
        none,
      ),
    ) as [{ elements: [{ option_groups: { options: JsonObject[] }[] }] }];
    expect(elements[0]).toMatchObject({ type: 'static_select', placeholder: words('Choose one…') });
    expect(elements[0].option_groups.map(({ options }) => options.length)).toEqual([40, 40, 20]);
    expect(elements[0].option_groups[0]?.options[0]).toEqual({
      text: words('Show 0'),
      value: 'line|show 0',
      description: words('a policy'),
    });
    expect(blocks(menu('None', none))).toEqual([]);
  });

  test('the action of an option is read as it was written', () => {
    for (const action of [
      { line: 'alert show "a|b"' },
      { line: 'alert show @a account=ACDV' },
      { form: 'alert update account=ACDV name="x account=ACDV' },
      { decide: 'undo', on: 'x' },
      { form: 'f' },
    ] as const) {
      expect(readChoice('menu:choose', writeChoice(action))).toEqual(action);
      expect(readChoice('menu:more', writeChoice(action))).toEqual(action);
      // The options of a form's field come from the cloud API.
      expect(readChoice('look', writeChoice(action))).toBeUndefined();
    }
    for (const forged of ['', 'alert list', 'decide:destroy|x', 'run:0|alert delete x'])
      expect(readChoice('menu:more', forged)).toBeUndefined();
  });

  test.each([
    ['day', '{date_short}', '2026-10-01'],
    ['minute', '{date_short_pretty} at {time}', '2026-10-01 10:30 UTC'],
    ['clock', '{time}', '10:30 UTC'],
  ] as const)('a %s is in the zone of the reader', (as, format, fallback) => {
    expect(blocks(note(time('2026-10-01T12:30:00+02:00', as)))).toEqual(
      paragraph({ type: 'date', timestamp: Date.UTC(2026, 9, 1, 10, 30) / 1000, format, fallback }),
    );
  });

  test('an invalid time is shown unchanged', () => {
    expect(blocks(note(time('soon')))).toEqual(paragraph({ type: 'text', text: 'soon' }));
  });

  test('facts are lines of one block', () => {
    expect(blocks(facts({ Id: code('42'), Name: 'Disk', Gone: undefined }))).toEqual(
      paragraph(
        { type: 'text', text: 'Id: ', style: { bold: true } },
        { type: 'text', text: '42', style: { code: true } },
        { type: 'text', text: '\n' },
        { type: 'text', text: 'Name: ', style: { bold: true } },
        { type: 'text', text: 'Disk' },
      ),
    );
  });

  test('a table has a header, cells by kind, and dashes in empty cells', () => {
    const content = table({
      caption: 'Lines',
      columns: [{ name: 'Name' }, { name: 'Cost' }, { name: 'Id' }],
      rows: [['a', money(150), code('i')], ['']],
    });
    expect(blocks(content)).toEqual([
      {
        type: 'data_table',
        caption: 'Lines',
        page_size: 10,
        rows: [
          ['Name', 'Cost', 'Id'].map(cell),
          [
            cell('a'),
            { type: 'raw_number', value: 1.5, text: '$1.50' },
            {
              type: 'rich_text',
              elements: [
                { type: 'rich_text_section', elements: [{ type: 'text', text: 'i', style: { code: true } }] },
              ],
            },
          ],
          ['–', '–', '–'].map(cell),
        ],
      },
    ]);
  });

  test('a table without rows is not rendered', () => {
    expect(blocks(table({ caption: 'None', columns: [{ name: 'a' }], rows: [] }))).toEqual([]);
  });

  test('a table keeps only the rows that it can show, and says how many there were and where the rest is', () => {
    const rows = Array.from({ length: 5000 }, (_, at) => [`row ${at}`]);
    const part = table({ caption: 'Many', columns: [{ name: 'a' }], rows, rest: 'Ask for fewer.' });
    expect(part).toMatchObject({ of: 5000, rows: rows.slice(0, 100) });
    expect(JSON.stringify(part).length).toBeLessThan(2000);
    const cut = rendered(JSON.parse(JSON.stringify(part)));
    expect(strings(cut.blocks ?? null)).toContain('Showing 100 of 5,000. Ask for fewer.');
    expect(strings(cut.blocks ?? null)).not.toContain('row 100');
  });

  test('a second table becomes text, since Slack allows one', () => {
    const one = (caption: string) => table({ caption, columns: [{ name: 'a' }], rows: [[`of ${caption}`]] });
    const both = rendered(one('first'), one('second'));
    expect(checkMessage(both)).toBeUndefined();
    expect(strings(both.blocks ?? null)).toEqual(expect.arrayContaining(['of first', 'of second']));
  });

  test('a chart shows its newest twenty points', () => {
    const labels = Array.from({ length: 24 }, (_, at) => `m${at}`);
    const values = labels.map((_, at) => at);
    const [block] = draw(
      [chart({ title: 'Cost', labels, series: [{ name: 'Total', values }], unit: '$' })],
      '/c',
    ).blocks as unknown as [{ chart: { series: [{ data: { label: string; value: number }[] }] } }];
    expect(block.chart.series[0].data.at(0)).toEqual({ label: 'm4', value: 4 });
    expect(block.chart.series[0].data.at(-1)).toEqual({ label: 'm23', value: 23 });
  });

  test.each<[string, Partial<Chart>]>([
    ['without points', { labels: [] }],
    ['without series', { series: [] }],
    ['with labels that look alike', { labels: ['a', 'a'] }],
    [
      'with series that look alike',
      { series: ['x'.repeat(30), 'x'.repeat(40)].map((name) => ({ name, values: [] })) },
    ],
    ['with a value that is no number', { series: [{ name: 'n', values: [Number.NaN] }] }],
  ])('a chart %s becomes text', (_, odd) => {
    const content = {
      title: 'Cost',
      labels: ['a', 'b'],
      series: [{ name: 'n', values: [1, 2] }],
      unit: '$',
      ...odd,
    };
    const answer = rendered(chart(content));
    expect(JSON.stringify(answer)).not.toContain('data_visualization');
    expect(strings(answer.blocks ?? null)).toContain('Cost');
  });

  test('buttons run a line or decide', () => {
    const offered = buttons(
      commandButton('Show', 'alert show 1'),
      commandButton('Delete', 'alert delete 1', 'danger'),
      {
        label: 'Confirm',
        action: { decide: 'confirm', on: 'id1' },
      },
    );
    expect(blocks(offered)).toEqual([
      {
        type: 'actions',
        elements: [
          button('Show', { action_id: 'line:0', value: 'alert show 1' }),
          button('Delete', { action_id: 'line:1', value: 'alert delete 1', style: 'danger' }),
          button('Confirm', { action_id: 'decide:confirm', value: 'id1' }),
        ],
      },
    ]);
  });

  test('a button whose line is too long for Slack is left out, since a cut line would do something else', () => {
    expect(blocks(buttons(commandButton('Long', 'x'.repeat(2001)), commandButton('Empty', '')))).toEqual([]);
  });
});

test('without blocks for them, tables and charts are lines with the same words', () => {
  const answer: Answer = [
    chart({ title: 'Cost', labels: ['Oct'], series: [{ name: 'Total', values: [7] }], unit: '$' }),
    table({ caption: 'Lines', columns: [{ name: 'a' }, { name: 'b' }], rows: [['one', code('two')]] }),
    buttons(commandButton('Help', 'help')),
  ];
  const plainly = sent(drawPlainly(answer, '/cloud'));
  expect(strings(plainly.blocks ?? null).join('')).toMatch(
    /Cost.*Oct: .*Total \$7.*Lines.*• .*one.* · .*two/s,
  );
  expect(JSON.stringify(plainly.blocks)).not.toMatch(/data_table|data_visualization/);
  expect(plainly.text).toBe('Cost');
});

test('without a block for it, a table with only its first rows says so', () => {
  const rows = Array.from({ length: 250 }, (_, at) => [String(at)]);
  const long = table({ caption: 'Long', columns: [{ name: 'n' }], rows, rest: 'Ask for fewer.' });
  const { blocks: plainly } = sent(drawPlainly([long], '/cloud'));
  expect(strings(plainly ?? null)).toContain('Showing 100 of 250. Ask for fewer.');
});

test('lines that do not fit are counted, not silently dropped', () => {
  const many = Array.from({ length: 40 }, (_, at) => note(`${at} ${'x'.repeat(900)}`));
  const answer = rendered(...many);
  const said = strings(answer.blocks ?? null);
  const shown = said.filter((text) => /^\d+ x/.test(text)).length;
  expect(said).toContain(`… and ${40 - shown} more lines, too long for one message.`);
  expect(checkMessage(answer)).toBeUndefined();
});

test('an empty answer still has a text', () => {
  for (const answer of [[], [heading('')], [note(' ', '\u0000')], [buttons()]]) {
    expect(sent(draw(answer, '/cloud'))).toEqual({ text: 'Skydesk', blocks: expect.any(Array) });
  }
});

test('characters are never cut in half', () => {
  for (const length of [149, 150, 151, 300]) {
    const [header] = draw([heading(`a${'😀'.repeat(length)}`)], '/cloud').blocks as unknown as [
      { text?: { text: string } },
    ];
    const text = header?.text?.text ?? '';
    expect(text).toMatch(/^a(😀)+…$/u);
    expect(text.length).toBeGreaterThan(147);
    expect(text.length).toBeLessThanOrEqual(150);
  }
});

test.each([
  ['draw', draw],
  ['drawPlainly', drawPlainly],
])('%s: any answer gives a message that Slack takes', (_, drawing) => {
  fc.assert(
    fc.property(answers, (answer) => {
      const message = sent(drawing(answer, '/cloud'));
      expect(checkMessage(message)).toBeUndefined();
      const text = String(message.text);
      expect(text.trim()).not.toBe('');
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(4000);
      expect(text).not.toContain('\n');
      for (const string of strings(message)) {
        expect(string.isWellFormed()).toBe(true);
        // The only line break of ours: below the label of a field.
        const inside = string.replace(/^(\*[^\n]*\*)\n/, '$1');
        if (string !== '\n') expect(inside).not.toMatch(/[\p{Cc}\p{Zl}\p{Zp}]/u);
        expect(string).not.toMatch(/[\u200b-\u200f\u202a-\u202e\u2060-\u2069\u061c\ufeff]/);
      }
    }),
    { numRuns: 60 },
  );
});

test('on the Home tab, any answer gives a Home tab that Slack takes', () => {
  const many = fc.array(part, { maxLength: 150 });
  fc.assert(
    fc.property(fc.oneof(answers, many), (answer) => {
      const view = asObject(
        parseJson(JSON.stringify({ type: 'home', blocks: draw(answer, '/cloud', inHome).blocks })) ?? null,
      );
      expect(checkView(view, '/view')).toEqual([]);
      expect(JSON.stringify(view).length).toBeLessThan(250_000);
    }),
    { numRuns: 60 },
  );
});

test('on the Home tab, parts that do not fit on one page are counted', () => {
  const answer = Array.from({ length: 120 }, (_, at) => heading(`Part ${at}`));
  const { blocks: page } = draw(answer, '/cloud', inHome);
  expect(page).toHaveLength(100);
  expect(JSON.stringify(page.at(-1))).toContain('… and 21 more lines');
});

const dates = /<!date\^\d+\^[^<>|^]+\|[^<>|]*>/g;
const mentions = /<(?!@[UW][A-Z0-9]+>)|>(?<!<@[UW][A-Z0-9]{1,30}>)/;

test.each([
  ['draw', draw],
  ['drawPlainly', drawPlainly],
])('%s: text from outside never becomes markup', (_, drawing) => {
  fc.assert(
    fc.property(answers, (answer) => {
      const message = sent(drawing(answer, '/cloud'));
      expect(String(message.text).replace(dates, '')).not.toMatch(mentions);
      expect(JSON.stringify(message.blocks)).not.toMatch(
        /"type":"(markdown|link|broadcast|channel|usergroup)"|"emoji":true/,
      );
    }),
    { numRuns: 60 },
  );
});

test('mrkdwn has the text and its styles, or is not written', () => {
  const harmless = fc.constantFrom('web', ' · ', 'a_b', 'R&D <x>', '10.0.0.0/8', '>', ':x', ':', '*', ' ');
  const pieces = fc.array(
    fc.oneof(
      inline,
      harmless,
      harmless.map(bold),
      harmless.map(code),
      harmless.map(quote),
      harmless.map((text) => line(text)),
    ),
    { maxLength: 6 },
  );
  let written = 0;
  fc.assert(
    fc.property(pieces, (text) => {
      const rendered = mrkdwn(text, '/cloud');
      if (rendered === undefined) return;
      written += 1;
      expect(parseMrkdwn(rendered).map(({ is }) => is)).toEqual(['lines']);
      const meant = text.map((one) => {
        const mentioned = mention(one);
        return mentioned === undefined ? plain(one, '/cloud') : shownOf(mentioned);
      });
      expect(shownOf(rendered)).toBe(meant.join(''));
    }),
    { numRuns: 500 },
  );
  expect(written).toBeGreaterThan(50);
});

const shownOf = (written: string): string =>
  parseMrkdwn(written)
    .map((lines) => ('inside' in lines ? shownIn(lines.inside) : ''))
    .join('');

/** The text that a reader sees of mrkdwn. Fails on what no text of ours has: links, emoji, calls to a channel. */
const shownIn = (pieces: readonly ReadInline[]): string =>
  pieces
    .map((piece) => {
      if (piece.is === 'text') return piece.text;
      if (piece.is === 'styled') return shownIn(piece.inside);
      if (piece.is === 'date') return piece.date.fallback;
      expect(piece.is).toBe('mention');
      return 'id' in piece ? `<@${piece.id}>` : '';
    })
    .join('');

test.each([
  ['a line break', 'a\r\n✅ Approved and done.', '“a  ✅ Approved and done.”'],
  ['another kind of line break', 'a\u2028b\u2029c\u0085d\u000be\u000cf', '“a b c d e f”'],
  ['so much space that the rest wraps to the next line', `a${' \u3000\u2800'.repeat(50)}b`, '“a  b”'],
  ['the mark that ends a quote', 'a” Ticket: OPS-1 “b', '“a" Ticket: OPS-1 "b”'],
  ['text from right to left', '\u202egnp.exe\u2067\u200f', '“gnp.exe”'],
  ['zero-width characters', 'a\u200b\ufeff\u2060\u00adb', '“ab”'],
  ['marks piled up over the lines above', `a${'\u0301'.repeat(90)}`, `“a${'\u0301'.repeat(4)}”`],
])('text that a person wrote stays on its line, with %s', (_, written, shown) => {
  expect(draw([facts({ Why: quote(written) })], '/cloud')).toEqual({
    text: `Why: ${shown}`,
    blocks: paragraph(
      { type: 'text', text: 'Why: ', style: { bold: true } },
      { type: 'text', text: shown, style: { italic: true } },
    ),
  });
});

test('an answer has as many lines as parts, whatever its texts contain', () => {
  fc.assert(
    fc.property(fc.array(running, { minLength: 1, maxLength: 8 }), (texts) => {
      const said = blocks(note('first'), ...texts.map((one) => note(...[one].flat())), note('last'));
      const breaks = strings(said).filter((text) => text === '\n');
      expect(breaks.length).toBeLessThanOrEqual(texts.length + 1);
    }),
    { numRuns: 60 },
  );
});

test.each(['<!channel>', '<@U0BEN>', '<https://e.co|click>', '&lt;!here&gt;'])(
  '%s in a text stays plain characters',
  (text) => {
    const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
    const row = [text, { bold: text }, code(text), line(text)];
    const shown = `${safe}${safe}${safe}/cloud ${safe}`;
    expect(draw([heading(text), note(...row), note('more')], '/cloud').text).toBe(`${safe}: ${shown}`);
    expect(draw([note(...row), note('more')], '/cloud').text).toBe(shown);
    expect(draw([facts({ [text]: text })], '/cloud').text).toBe(`${safe}: ${safe}`);
  },
);

test.each([
  ['U', 'person', person('U1> <!channel')],
  ['S', 'user group', group('S1> <!channel')],
  ['C', 'channel', channel('C1> <!channel')],
])('an id with %s that no %s can have mentions nobody', (letter, _, inline) => {
  const answer = draw([note(inline)], '/cloud');
  expect(answer.text).toBe(`${letter}1&gt; &lt;!channel`);
  expect(answer.blocks).toEqual(paragraph({ type: 'text', text: `${letter}1> <!channel` }));
});

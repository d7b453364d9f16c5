import fc from 'fast-check';
import {
  buttonsAndMore,
  chart,
  context,
  divider,
  heading,
  type Inline,
  item,
  menu,
  type Part,
  type Text,
  table,
} from '../../../../src/answer/answer.ts';

/** Texts from outside that could break an answer, or look like a part of one. */
export const nasty = fc.oneof(
  { arbitrary: fc.string({ unit: 'binary', maxLength: 60 }), weight: 3 },
  fc.constantFrom(
    '',
    ' ',
    '\u0000\u0000',
    '\ud800',
    'x\udc00y',
    '😀'.repeat(200),
    '\u202egnp.exe',
    '<!channel> <!here> <!everyone>',
    '<@U0ANA> <#C1> <!subteam^S1>',
    '<https://evil.example|click>',
    '&lt;!channel&gt;',
    '*b* _i_ ~s~ `c` ```p``` :tada:',
    'line\nline\r\nline',
    'a\u2028b\u2029c\u0085d\u000be\u000cf',
    'a\u200bb\ufeffc\u2067d\u061ce',
    '__proto__',
    'x'.repeat(10_000),
    '<'.repeat(10_000),
    'ש'.repeat(5000),
  ),
);
export const inline: fc.Arbitrary<Inline> = fc.oneof(
  nasty,
  fc.record({ bold: nasty }),
  fc.record({ code: nasty }),
  fc.record({ quote: nasty }),
  fc.record({ line: nasty }),
  fc.record({ money: fc.integer() }),
  fc.record(
    { person: fc.oneof(fc.constant('U0ANA'), nasty), name: nasty, tag: nasty },
    { requiredKeys: ['person'] },
  ),
  fc.record({ group: nasty }),
  fc.record({ channel: nasty }),
  fc.record({
    time: fc.oneof(
      fc.date({ noInvalidDate: true }).map((at) => at.toISOString()),
      nasty,
    ),
    as: fc.constantFrom('day' as const, 'minute' as const, 'clock' as const),
  }),
);
export const running: fc.Arbitrary<Text> = fc.oneof(inline, fc.array(inline, { maxLength: 6 }));
/** Any part of an answer. */
export const part: fc.Arbitrary<Part> = fc.oneof(
  nasty.map(heading),
  fc.record({
    kind: fc.constant('notice' as const),
    tone: fc.constantFrom('done' as const, 'waiting' as const, 'warning' as const, 'failed' as const),
    text: running,
  }),
  fc.record({ kind: fc.constant('note' as const), text: running }),
  fc.record({
    kind: fc.constant('facts' as const),
    facts: fc.array(fc.tuple(nasty, running), { maxLength: 12 }),
  }),
  fc
    .record({
      caption: nasty,
      columns: fc.array(fc.record({ name: nasty }), { maxLength: 25 }),
      rows: fc.array(fc.array(inline, { maxLength: 25 }), { maxLength: 4 }),
      repeat: fc.constantFrom(1, 300),
      rest: nasty,
    })
    .map(({ rows, repeat, ...content }) =>
      table({ ...content, rows: Array.from({ length: repeat }, () => rows).flat() }),
    ),
  fc
    .record({
      title: nasty,
      labels: fc.array(nasty, { maxLength: 25 }),
      series: fc.array(fc.record({ name: nasty, values: fc.array(fc.double(), { maxLength: 30 }) }), {
        maxLength: 8,
      }),
      unit: nasty,
    })
    .map(chart),
  running.map((text) => context(...[text].flat())),
  fc.record({
    kind: fc.constant('fields' as const),
    fields: fc.array(fc.tuple(nasty, running), { maxLength: 12 }),
  }),
  fc
    .tuple(
      running,
      fc.array(fc.record({ label: nasty, action: fc.record({ line: nasty }) }), { maxLength: 7 }),
    )
    .map(([text, buttons]) => item(text, ...buttons)),
  fc.constant(divider),
  fc
    .array(fc.record({ label: nasty, description: nasty, action: fc.record({ form: nasty }) }), {
      maxLength: 99,
    })
    .map((options) => menu('Choose…', { label: 'x', options }, { label: 'y'.repeat(99), options })),
  fc
    .array(
      fc.record({
        label: nasty,
        action: fc.oneof(
          fc.record({ line: nasty }),
          fc.record({ decide: fc.constantFrom('confirm' as const, 'cancel' as const), on: nasty }),
        ),
      }),
      { maxLength: 8 },
    )
    .map((offered) => buttonsAndMore(offered, offered)),
);
/** Any answer. */
export const answers = fc.array(part, { maxLength: 60 });

import {
  type Answer,
  type Button,
  bold,
  buttons,
  channel,
  chart,
  checklist,
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
  type Inline,
  item,
  line,
  type MenuOption,
  maxRows,
  menu,
  money,
  note,
  person,
  preformatted,
  table,
  time,
  waiting,
  warning,
} from '../../src/answer/answer.ts';

/** A text that exceeds every limit and contains much Slack markup. */
export const endless = '<!channel> & <@U0NOBODY> *“ü”* \u202e😀 '.repeat(200);
export const sampleTime = '2026-11-21T12:00:00.000Z';

const everyInline: readonly Inline[] = [
  'text ',
  bold('bold'),
  code('code'),
  line('alert list'),
  money(-123_456_789),
  time(sampleTime, 'day'),
  time(sampleTime, 'minute'),
  time(sampleTime, 'clock'),
  time('no time'),
  person('U0NOBODY'),
  person('nobody'),
  group('S0NOBODY'),
  group('nobody'),
  channel('C0NOBODY'),
  channel('nowhere'),
];

const longSteps: readonly Button[] = [
  commandButton(endless, 'alert list'),
  commandButton('At its limit', 'x'.repeat(2000), 'danger'),
  { label: 'Form', action: { form: 'alert create' } },
  { label: 'Review', style: 'primary', action: { decide: 'review', on: 'sample' } },
  { label: 'Undo', action: { decide: 'undo', on: 'sample' } },
];

const withdraw: Button = {
  label: endless,
  style: 'danger',
  action: { decide: 'withdraw', on: 'sample' },
  confirm: { title: endless, text: endless },
};

const options = (group: number): readonly MenuOption[] =>
  Array.from({ length: 12 }, (_, number) => ({
    label: endless,
    description: endless,
    action: { line: `alert show ${group} ${number}` },
  }));

const wide = (columns: number, rows: number, cell: (column: number) => Inline) =>
  table({
    caption: 'A sample',
    columns: Array.from({ length: columns }, (_, column) => ({ name: `Column ${column + 1}` })),
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, (_, column) => cell(column))),
    of: rows * 10,
    rest: 'Filter the list.',
  });

const bars = (points: number, series: number) =>
  chart({
    title: points > 1 ? endless : 'A sample',
    labels: Array.from({ length: points }, (_, month) => `Month ${month + 1}`),
    series: Array.from({ length: series }, (_, number) => ({
      name: `Series ${number + 1}`,
      values: Array.from({ length: points }, (__, month) => (month - 1) * 1_000_000.55),
    })),
    unit: '$',
  });

/** Returns each part of an answer, at its minimum and maximum. A function, since building them takes milliseconds. */
export const sampleParts = (): Readonly<Record<string, Answer>> => ({
  'a note': [note('Done.')],
  'a notice of each kind': [done('Done'), waiting('Waiting'), warning('Warning'), failed('Failed')],
  'every kind of text': [
    heading('A heading'),
    note(...everyInline),
    facts({ One: 'fact', All: everyInline }),
  ],
  'text at its limits': [heading(endless), note(endless), done(endless), facts({ [endless]: endless })],
  'code blocks at their limits': [preformatted('x'), preformatted(endless), preformatted('x'.repeat(5000))],
  'more than fits': Array.from({ length: 120 }, () => [heading('Again'), note(endless)]).flat(),
  'fields, items and small print': [
    fields({ One: 'fact', Other: ['two ', ...everyInline.slice(1, 8)] }),
    context('Small ', ...everyInline.slice(1, 8)),
    item(['Line ', bold('one')], withdraw),
    divider,
    item('Line two', commandButton('Show', 'alert list'), withdraw),
  ],
  'fields, items and small print at their limits': [
    fields(Object.fromEntries(Array.from({ length: 25 }, (_, number) => [`${number} ${endless}`, endless]))),
    fields({ Long: 'x'.repeat(5000) }),
    context('x'.repeat(5000)),
    context(...Array.from({ length: 20 }, () => 'x'.repeat(1000))),
    item('x'.repeat(5000), ...longSteps, withdraw),
  ],
  'a menu at its limits': [
    menu(endless, ...Array.from({ length: 12 }, (_, group) => ({ label: endless, options: options(group) }))),
  ],
  'a checklist at its limits': [
    checklist(
      'Servers',
      Array.from({ length: 50 }, (_, number) => `${number} ${'x'.repeat(70)}`),
    ),
  ],
  'one button': [note('Press'), buttons(commandButton('Help', 'help'))],
  'buttons at their limits': [note('Press'), buttons(...longSteps)],
  'a table of one cell': [wide(1, 1, () => 'cell')],
  'a table of everything': [wide(everyInline.length, 5, (column) => everyInline[column] ?? '')],
  'a table at its limits': [wide(20, maxRows, () => 'cell')],
  'a table of long cells': [wide(3, maxRows, () => endless)],
  'two tables': [wide(2, 3, () => 'cell'), wide(2, 3, () => 'cell')],
  'a chart of one bar': [bars(1, 1)],
  'a chart at its limits': [bars(30, 6)],
  'charts and tables': [
    bars(12, 2),
    bars(12, 2),
    bars(12, 2),
    wide(2, 12, () => money(100)),
    buttons(...longSteps),
  ],
});

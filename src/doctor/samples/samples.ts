import { brokenGlass, card, turn } from '../../approvals/card.ts';
import {
  accountField,
  type Form,
  type FormField,
  hasForm,
  notesOf,
  plainField,
  reasonFields,
  titleOf,
} from '../../commands/parse/form.ts';
import { help } from '../../commands/parse/help.ts';
import { preview } from '../../commands/preview-change.ts';
import {
  type Answer,
  type Button,
  bold,
  channel,
  chart,
  code,
  done,
  facts,
  failed,
  group,
  heading,
  type Inline,
  line,
  maxRows,
  money,
  note,
  person,
  step,
  steps,
  table,
  time,
  waiting,
  warning,
} from '../../core/answer.ts';
import type { Approval, Phase, Vote } from '../../core/approval.ts';
import type { Choice } from '../../core/field.ts';
import type { Operation } from '../../core/operation.ts';
import type { Review } from '../../core/view.ts';
import { operations } from '../../operations/index.ts';
import type { Context } from '../../operations/shared/context.ts';
import { explain } from '../../requests/describe-error.ts';
import { draw, drawPlainly } from '../../slack/render/draw.ts';
import { drawForm, placeholder } from '../../slack/render/form-view.ts';
import { reviewView } from '../../slack/render/review-view.ts';
import type { Sample } from '../probes/probes.ts';

/**
 * Samples of everything that Skydesk can send, at their smallest and largest: each part of an answer, each approval card,
 * each form. They need no data of the cloud service. `command` is the name of the slash command, `/cloud`.
 */
export const samplesOf = (command: string): readonly Sample[] => [
  ...Object.entries({ ...parts, ...cards(), ...talk() }).map(
    ([name, answer]): Sample => ({
      name,
      as: 'message',
      drawn: draw(answer, command),
      ...(hasNewBlocks(answer) && { otherwise: drawPlainly(answer, command) }),
    }),
  ),
  ...Object.entries(reviews()).map(
    ([name, review]): Sample => ({ name, as: 'view', drawn: reviewView(review, command) }),
  ),
  { name: 'form, being made', as: 'view', drawn: placeholder('Firewall local create') },
  ...operations.filter(hasForm).flatMap((operation): Sample[] => [
    { name: `form of ${operation.id}`, as: 'view', drawn: drawForm(emptyForm(operation), command) },
    { name: `form of ${operation.id}, full`, as: 'view', drawn: drawForm(fullForm(operation), command) },
  ]),
];

/** Whether an answer has tables or charts, which some workspaces don't support yet, so that Skydesk sends text. */
const hasNewBlocks = (answer: Answer): boolean =>
  answer.some(({ kind }) => kind === 'table' || kind === 'chart');

/** A text that exceeds every limit and is full of Slack markup. */
const endless = '<!channel> & <@U0NOBODY> *“ü”* \u202e😀 '.repeat(200);
const at = '2026-11-21T12:00:00.000Z';

const everyInline: readonly Inline[] = [
  'text ',
  bold('bold'),
  code('code'),
  line('alert list'),
  money(-123_456_789),
  time(at, 'day'),
  time(at, 'minute'),
  time(at, 'clock'),
  time('no time'),
  person('U0NOBODY'),
  person('nobody'),
  group('S0NOBODY'),
  group('nobody'),
  channel('C0NOBODY'),
  channel('nowhere'),
];

const longSteps: readonly Button[] = [
  step(endless, 'alert list'),
  step('At its limit', 'x'.repeat(2000), 'danger'),
  { label: 'Form', does: { form: 'alert create' } },
  { label: 'Review', style: 'primary', does: { decide: 'review', on: 'sample' } },
  { label: 'Undo', does: { decide: 'undo', on: 'sample' } },
];

const wide = (columns: number, rows: number, cell: (column: number) => Inline) =>
  table({
    caption: 'A sample',
    columns: Array.from({ length: columns }, (_, column) => ({ name: `Column ${column + 1}` })),
    rows: Array.from({ length: rows }, () => Array.from({ length: columns }, (_, column) => cell(column))),
    of: rows * 10,
    rest: 'Ask for a part.',
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

const parts: Readonly<Record<string, Answer>> = {
  'a note': [note('Done.')],
  'a notice of each kind': [done('Done'), waiting('Waiting'), warning('Warning'), failed('Failed')],
  'every kind of text': [
    heading('A heading'),
    note(...everyInline),
    facts({ One: 'fact', All: everyInline }),
  ],
  'text at its limits': [heading(endless), note(endless), done(endless), facts({ [endless]: endless })],
  'more than fits': Array.from({ length: 120 }, () => [heading('Again'), note(endless)]).flat(),
  'one button': [note('Press'), steps(step('Help', 'help'))],
  'buttons at their limits': [note('Press'), steps(...longSteps)],
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
    steps(...longSteps),
  ],
};

const vote = (number: number, more: Partial<Vote> = {}): Vote => ({
  person: `U0SAMPLE${number}`,
  vote: 'approve',
  comment: endless.slice(0, 500),
  at: 0,
  job: `sample${number}`,
  ...more,
});

const request = (phase: Phase, more: Partial<Approval> = {}): Approval => ({
  id: 'sample',
  job: 'sample',
  requester: 'U0SAMPLE',
  team: 'T0SAMPLE',
  place: { channel: 'C0SAMPLE', person: 'U0SAMPLE' },
  account: 'ACME',
  operation: 'sample',
  raw: {},
  line: endless.slice(0, 900),
  says: endless.slice(0, 500),
  why: endless.slice(0, 500),
  ticket: 'OPS-1234',
  targets: [],
  meaning: Array.from({ length: 12 }, () => endless.slice(0, 200)),
  points: Array.from({ length: 6 }, () => ({ points: 2, why: endless.slice(0, 100) })),
  hash: '',
  judged: { says: '', rules: [] },
  approvers: 2,
  channel: '#approvals',
  created: 0,
  remindAt: 0,
  expires: Date.parse(at),
  reminded: false,
  phase,
  since: 0,
  votes: [vote(1), vote(2, { vote: 'reject' }), vote(3, { breakGlass: true })],
  cards: [],
  ...more,
});

const phases: readonly Phase[] = [
  'open',
  'granted',
  'running',
  'done',
  'failed',
  'unknown',
  'rejected',
  'withdrawn',
  'expired',
  'stale',
  'replaced',
];

const cards = (): Readonly<Record<string, Answer>> => ({
  ...Object.fromEntries(phases.map((phase) => [`card, ${phase}`, card(request(phase))])),
  'turn with a proposal': turn(
    request('open', {
      proposal: {
        id: 'p',
        by: 'U0SAMPLE1',
        raw: {},
        says: endless.slice(0, 500),
        comment: endless.slice(0, 500),
        hash: '',
      },
    }),
  ),
  'broken glass': brokenGlass(request('granted'), endless.slice(0, 500)),
});

/** Help, previews and error messages. */
function talk(): Readonly<Record<string, Answer>> {
  const plan = {
    raw: {},
    title: endless.slice(0, 500),
    targets: [],
    warnings: [endless.slice(0, 300)],
    networkChange: undefined,
    statusCommand: undefined,
    run: () => Promise.reject(new Error('A sample is not run')),
  };
  const points = request('open').points;
  const meaning = request('open').meaning;
  const asks = {
    kind: 'ask',
    approvers: 2,
    accounts: ['ACME', 'ACDV'],
    ticket: true,
    points,
    channel: '#approvals',
    expiresMinutes: 480,
    remindMinutes: 60,
  } as const;
  const prepared = { line: endless.slice(0, 900) };
  const longest = operations.toSorted(
    (a, b) => Object.keys(b.fields).length - Object.keys(a.fields).length,
  )[0];
  return {
    help: help([]),
    'help with a command': help((longest?.words ?? []).map((text) => ({ text }))),
    'preview to confirm': preview(
      { plan, meaning, decision: { kind: 'confirm', points } },
      prepared,
      'sample',
    ),
    'preview to ask': preview({ plan, meaning, decision: asks }, prepared, 'sample'),
    'a failure': explain(new Error('a sample'), { risky: true, shows: 'alert list' }),
  };
}

const reviews = (): Readonly<Record<string, Review>> => {
  const shown = card(request('open')).filter(({ kind }) => kind !== 'steps' && kind !== 'heading');
  const base = { approval: 'sample', channel: 'C0SAMPLE', shown };
  const narrows = operations
    .flatMap(({ fields }) => Object.entries(fields))
    .filter(([, { narrows: can }]) => can)
    .map(([field, { label, hint }], number) => ({
      field: `${field}${number}`,
      label,
      hint,
      words: 'x'.repeat(3000),
    }));
  return {
    'review, to decide': { ...base, decide: { breakGlass: false, narrows } },
    'review, to break the glass': { ...base, decide: { breakGlass: true, narrows: [] } },
    'review, closed': base,
  };
};

type AnyOperation = Operation<Context>;

const place = {
  channel: 'C0SAMPLE',
  person: 'U0SAMPLE',
  responseUrl: 'https://hooks.slack.com/commands/sample',
};

const emptyForm = (operation: AnyOperation): Form => ({
  operation: operation.id,
  title: titleOf(operation),
  place,
  notes: notesOf(operation, []),
  fields: [
    ...Object.entries(operation.fields).map(([name, field]) => plainField(name, field, {}, [])),
    ...reasonFields(operation, {}, []),
    accountField({}, [], false),
  ],
});

const choices: readonly Choice[] = Array.from({ length: 100 }, (_, number) => ({
  value: `${number}`.padEnd(75, 'x'),
  label: endless,
  description: endless,
}));

/** A form with a value and an error at each field, and 100 options at each field whose choices come from the cloud service. */
function fullForm(operation: AnyOperation): Form {
  const form = emptyForm(operation);
  const full = (field: FormField): FormField => ({
    ...field,
    problem: endless,
    value: endless,
    ...(operation.fields[field.name]?.reference && {
      live: true,
      hint: '',
      note: endless,
      filter: endless,
      input: { kind: 'choice', options: choices },
    }),
  });
  return { ...form, notes: notesOf(operation, [{ message: endless }]), fields: form.fields.map(full) };
}

import type { Choice } from '../answer/choices.ts';
import type { Problem } from '../answer/user-error.ts';
import { type FormField, isChange, labels, otherTime, textField } from '../command-line/form.ts';
import { minute } from '../core/clock.ts';
import type { Operation, RawArgs } from '../operation/operation.ts';
import { usualEnd, whyNotTaken } from '../operation/standard-options.ts';
import { exactDuration } from '../time/duration.ts';
import { timeHint } from '../time/time-words.ts';

type Timed = Pick<
  Operation<never>,
  'risk' | 'offline' | 'isReversible' | 'isPlan' | 'isForPeople' | 'endsUsually'
>;

/** The words of a field for a time, and the list that it offers. */
type TimeList = Pick<FormField, 'label' | 'hint' | 'example' | 'input'> & { readonly whenEmpty: string };

const spans: readonly (readonly [string, number])[] = [
  ['30m', 30],
  ['1h', 60],
  ['2h', 120],
  ['4h', 240],
  ['8h', 480],
  ['1d', 1440],
  ['7d', 7 * 1440],
];
const other: Choice = { value: otherTime, label: 'Another time…' };
const endings: readonly Choice[] = [
  ...spans.map(([value, minutes]) => ({ value, label: exactDuration(minutes * minute) })),
  { value: '18:00', label: 'Until 18:00' },
  other,
];

/**
 * Returns the field for the end of a change. That of an opening proposes the usual end, but not in place of what a preview had. A change
 * that can't be undone has no end: if one was given, its field shows the mistake until the words are removed.
 */
export function endFields(
  operation: Timed,
  raw: RawArgs,
  problems: readonly Problem[],
  { isEdited }: { readonly isEdited: boolean },
): readonly FormField[] {
  if (whyNotTaken('ends', operation) !== undefined)
    return (raw.ends ?? '').trim() === '' ? [] : [textField('ends', ended(operation), raw, problems)];
  const ends = raw.ends ?? (operation.endsUsually && !isEdited ? usualEnd : '');
  return [timeField('ends', ended(operation), { ...raw, ends }, problems)];
}

const ended = ({ endsUsually }: Timed): TimeList => ({
  label: labels.ends,
  hint: timeHint,
  example: '2h',
  whenEmpty: endsUsually ? 'no end: nobody closes it for you' : 'no end',
  input: { kind: 'choice', options: endings },
});

/**
 * Returns the field for the start of a change: a list of two, and a text field once a later start is chosen. What people decide on a
 * request or an end has none, unless its line has one.
 */
export const startFields = (
  operation: Timed,
  raw: RawArgs,
  problems: readonly Problem[],
): readonly FormField[] =>
  isChange(operation) && (!operation.isForPeople || (raw.starts ?? '').trim() !== '')
    ? [
        timeField(
          'starts',
          {
            label: labels.starts,
            hint: timeHint,
            example: '22:00',
            whenEmpty: 'at once',
            input: { kind: 'choice', options: [{ ...other, label: 'Start later…' }] },
          },
          raw,
          problems,
        ),
      ]
    : [];

/** Returns a list of times, or a text field if another one is chosen, typed wrongly, or only known to be asked for. */
function timeField(
  name: 'starts' | 'ends',
  { input, whenEmpty, ...field }: TimeList,
  raw: RawArgs,
  problems: readonly Problem[],
): FormField {
  if (raw[name] === otherTime) {
    const others = problems.filter((problem) => problem.field !== name);
    return textField(name, { ...field, required: true }, { ...raw, [name]: '' }, others);
  }
  return problems.some((problem) => problem.field === name && raw[name])
    ? textField(name, { ...field, required: true }, raw, problems)
    : textField(name, { ...field, whenEmpty, input, decides: true }, raw, problems);
}

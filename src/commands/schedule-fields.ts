import type { Choice } from '../answer/choices.ts';
import type { Problem } from '../answer/user-error.ts';
import {
  type FormField,
  isChange,
  labels,
  scheduleChoices,
  scheduleSelect,
  textField,
} from '../command-line/form.ts';
import { minute } from '../core/clock.ts';
import type { Operation, RawArgs } from '../operation/operation.ts';
import { whyNotTaken } from '../operation/standard-options.ts';
import { exactDuration } from '../time/duration.ts';
import { timeHint } from '../time/time-words.ts';

const startLater: Choice = { value: scheduleChoices.starts, label: 'Start later' };
const endItself: Choice = { value: scheduleChoices.ends, label: 'End by itself' };
const both: Choice = { value: scheduleChoices.both, label: 'Start later and end by itself' };

const startOrEnd = {
  hint: 'to start it later, or to have it undone by itself',
  whenEmpty: 'at once, with no end',
  input: { kind: 'choice', options: [startLater, endItself, both] },
} as const;
const onlyStart = {
  hint: 'to start it later',
  whenEmpty: 'at once',
  input: { kind: 'choice', options: [startLater] },
} as const;

const spans: readonly (readonly [string, number])[] = [
  ['30m', 30],
  ['1h', 60],
  ['2h', 120],
  ['4h', 240],
  ['8h', 480],
  ['1d', 1440],
  ['3d', 3 * 1440],
  ['7d', 7 * 1440],
];
const endings = spans.map(
  ([value, minutes]): Choice => ({ value, label: `${exactDuration(minutes * minute)} after it is applied` }),
);

/**
 * Returns the fields for the start and end of a change: a select, which saves a row in most forms, and the fields that were
 * chosen in it or have words. A change that can't be undone has no end: if one was given, its field shows the mistake until the
 * words are removed.
 */
export function scheduleFields(
  operation: Pick<Operation<never>, 'risk' | 'offline' | 'isReversible' | 'isPlan'>,
  raw: RawArgs,
  problems: readonly Problem[],
): readonly FormField[] {
  if (!isChange(operation)) return [];
  const canEnd = whyNotTaken('ends', operation) === undefined;
  const chosen = raw[scheduleSelect];
  const isGiven = (option: 'starts' | 'ends'): boolean => (raw[option] ?? '').trim() !== '';
  const isAsked = (option: 'starts' | 'ends'): boolean => problems.some(({ field }) => field === option);
  const isShown = (option: 'starts' | 'ends'): boolean =>
    chosen === option ||
    chosen === both.value ||
    (chosen === undefined && (isGiven(option) || isAsked(option)));
  const [starts, ends] = [isShown('starts'), canEnd && isShown('ends')];
  const value = starts && ends ? both.value : starts ? startLater.value : ends ? endItself.value : '';
  const field = (name: string, shown: Parameters<typeof textField>[1], words = raw): FormField =>
    textField(name, shown, words, problems);
  return [
    field(
      scheduleSelect,
      {
        label: 'Schedule',
        example: '',
        ...(canEnd ? startOrEnd : onlyStart),
        decides: true,
      },
      { ...raw, [scheduleSelect]: value },
    ),
    ...(starts
      ? [field('starts', { required: true, label: labels.starts, hint: timeHint, example: '22:00' })]
      : []),
    ...(ends || (!canEnd && isGiven('ends'))
      ? [
          field('ends', {
            required: canEnd,
            label: labels.ends,
            hint: 'when it is undone. A command takes other times too, such as ends=18:00',
            example: '2h',
            input: { kind: 'choice', options: endings },
          }),
        ]
      : []),
  ];
}

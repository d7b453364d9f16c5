import { spanInWords } from '../changes/describe-timing.ts';
import type { Choice } from '../core/field.ts';
import type { Operation, RawArgs } from '../core/operation.ts';
import { timeHint } from '../core/time-words.ts';
import type { Problem } from '../core/user-error.ts';
import { type FormField, hasForm, plainField } from './parse/form.ts';

/** The name of the select that brings the fields for start and end. It is part of forms only, not of a command. */
const selectName = 'schedule';

const startLater: Choice = { value: 'starts', label: 'Start later' };
const endItself: Choice = { value: 'ends', label: 'End by itself' };
const both: Choice = { value: 'both', label: 'Start later and end by itself' };

const minute = 60_000;
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
  ([value, minutes]): Choice => ({ value, label: `${spanInWords(minutes * minute)} after it is applied` }),
);

/**
 * The fields for when a change starts and ends, at the end of its form: a select that keeps most forms short by one row, and
 * the fields that were chosen in it or have words. A change that nothing undoes has no end.
 */
export function scheduleFields(
  { risk, isReversible }: Pick<Operation<never>, 'risk' | 'isReversible'>,
  raw: RawArgs,
  problems: readonly Problem[],
): readonly FormField[] {
  if (!hasForm({ risk })) return [];
  const chosen = raw[selectName];
  const isShown = (option: 'starts' | 'ends'): boolean =>
    chosen === option || chosen === both.value || (chosen === undefined && (raw[option] ?? '').trim() !== '');
  const [starts, ends] = [isShown('starts'), isReversible && isShown('ends')];
  const value = starts && ends ? both.value : starts ? startLater.value : ends ? endItself.value : '';
  const words = { required: false, read: (given: string) => ({ value: given }), write: String };
  return [
    plainField(
      selectName,
      {
        ...words,
        label: 'Schedule',
        hint: isReversible ? 'to start it later, or to have it undone by itself' : 'to start it later',
        example: '',
        input: { kind: 'choice', options: isReversible ? [startLater, endItself, both] : [startLater] },
        decides: true,
      },
      { ...raw, [selectName]: value },
      problems,
    ),
    ...(starts
      ? [
          plainField(
            'starts',
            { ...words, required: true, label: 'Starts', hint: timeHint, example: '22:00' },
            raw,
            problems,
          ),
        ]
      : []),
    ...(ends
      ? [
          plainField(
            'ends',
            {
              ...words,
              required: true,
              label: 'Ends',
              hint: 'when it is undone. A command takes other times too, such as ends=18:00',
              example: '2h',
              input: { kind: 'choice', options: endings },
            },
            raw,
            problems,
          ),
        ]
      : []),
  ];
}

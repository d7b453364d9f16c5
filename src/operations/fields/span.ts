import { hour, type Millis, minute } from '../../core/clock.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import { readTimeWords } from '../../time/time-words.ts';

/** Formats whole minutes: "8h", "90m". */
const written = (ms: Millis): string => (ms % hour === 0 ? `${ms / hour}h` : `${ms / minute}m`);

const inWords = (ms: Millis): string => (ms % hour === 0 ? `${ms / hour} hours` : `${ms / minute} minutes`);

/** Creates a field for a duration from `min` to `max`: "8h", "1h30m". Both are at least 5 minutes and at most 30 days. */
export function span(options: FieldOptions & { min: number; max: number }): Field<number> {
  const { min, max, ...rest } = options;
  const hint = `${inWords(min)} to ${inWords(max)}, such as 1h30m`;
  return {
    hint,
    example: '8h',
    required: true,
    ...rest,
    read(words) {
      const reading = readTimeWords(words);
      const ms = 'value' in reading && 'after' in reading.value ? reading.value.after : Number.NaN;
      return ms >= min && ms <= max ? { value: ms } : { problem: `must be ${hint}, not “${words}”` };
    },
    write: written,
  };
}

import type { Field, FieldOptions } from '../../operation/field.ts';
import { readTimeWords, timeHint } from '../../time/time-words.ts';

/** A time or a duration, as it is typed: "2h", "18:00". It is read once its meaning is needed, with a clock and a time zone. */
export function time(options: FieldOptions): Field<string> {
  return {
    hint: timeHint,
    example: '2h',
    required: true,
    ...options,
    read(words) {
      const reading = readTimeWords(words);
      return 'problem' in reading ? reading : { value: words };
    },
    write: (parsed) => parsed,
  };
}

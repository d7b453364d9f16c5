import type { Field, FieldOptions } from '../../operation/field.ts';
import { readTimeWords, timeHint } from '../../time/time-words.ts';
import { wordsField } from './words-field.ts';

/** A time or a duration, as it is typed: "2h", "18:00". It is read once its meaning is needed, with a clock and a time zone. */
export const time = (options: FieldOptions): Field<string> =>
  wordsField(options, {
    hint: timeHint,
    example: '2h',
    read(words) {
      const reading = readTimeWords(words);
      return 'problem' in reading ? reading : { value: words };
    },
  });

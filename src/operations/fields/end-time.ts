import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import { readTimeWords, timeHint } from '../../time/time-words.ts';
import { wordsField } from './words-field.ts';

/** Creates a field for a typed time or duration: "2h", "18:00". It is only parsed later, with a clock and a time zone. */
export const time = (options: FieldOptions): Field<string> =>
  inAscii(
    wordsField(options, {
      hint: timeHint,
      example: '2h',
      read(words) {
        const reading = readTimeWords(words);
        return 'problem' in reading ? reading : { value: words };
      },
    }),
  );

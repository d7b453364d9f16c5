import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import { wordsField } from './words-field.ts';

/** Creates a field for the id of an API key: six hex digits. */
export const keyId = (options: FieldOptions): Field<string> =>
  inAscii(
    wordsField(options, {
      hint: '6 characters 0-9, a-f',
      example: '000000',
      read: (words) =>
        /^[0-9a-f]{6}$/i.test(words)
          ? { value: words.toLowerCase() }
          : { problem: `must be an id that “key list” shows, like 7f3a21, not “${words}”` },
    }),
  );

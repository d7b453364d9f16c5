import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import { wordsField } from './words-field.ts';

/**
 * Creates a field for a SHA-256 hash in hex, or at least its first 16 characters: fewer could be matched by computing many
 * chains.
 */
export const hash = (options: FieldOptions): Field<string> =>
  inAscii(
    wordsField(options, {
      hint: '16 to 64 characters 0-9, a-f',
      example: '0000000000000000',
      read: (words) =>
        /^[0-9a-f]{16,64}$/i.test(words)
          ? { value: words.toLowerCase() }
          : { problem: `must be 16 to 64 characters 0-9, a-f, not “${words}”` },
    }),
  );

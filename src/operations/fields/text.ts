import type { Field, FieldOptions } from '../../operation/field.ts';
import { wordsField } from './words-field.ts';

/** Creates a field for free text of at most `maxLength` characters. */
export function text(options: FieldOptions & { maxLength?: number }): Field<string> {
  const { maxLength = 200, ...rest } = options;
  return wordsField(rest, {
    hint: `up to ${maxLength} characters`,
    example: '"a few words"',
    maxLength,
    read: (words) =>
      words.length > maxLength
        ? { problem: `is ${words.length} characters long; the limit is ${maxLength}` }
        : { value: words },
  });
}

import type { Field, FieldOptions } from '../../core/field.ts';

/** Free text of at most `longest` characters. */
export function text(options: FieldOptions & { longest?: number }): Field<string> {
  const { longest = 200, ...rest } = options;
  return {
    hint: `up to ${longest} characters`,
    example: '"a few words"',
    required: true,
    maxLength: longest,
    ...rest,
    read: (words) =>
      words.length > longest
        ? { problem: `is ${words.length} characters long; ${longest} is the most` }
        : { value: words },
    write: (given) => given,
  };
}

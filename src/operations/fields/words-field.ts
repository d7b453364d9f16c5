import type { Field, FieldOptions } from '../../operation/field.ts';

/**
 * Creates a required field for text that is written as it is read. Its value is the text or, with a `reference`, the thing that
 * it names.
 */
export const wordsField = <Words extends string = string, Resolved = Words, Context = unknown>(
  options: FieldOptions,
  kind: Pick<Field<Words, Resolved, Context>, 'hint' | 'example' | 'read'> &
    Partial<Field<Words, Resolved, Context>>,
): Field<Words, Resolved, Context> => ({ required: true, write: (parsed) => parsed, ...kind, ...options });

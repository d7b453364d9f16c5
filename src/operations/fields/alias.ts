import { aliasProblem } from '../../operation/account-alias.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';

/** An account by its alias. */
export function alias(options: FieldOptions): Field<string> {
  return {
    hint: 'an account alias',
    example: 'ACDV',
    required: true,
    ...options,
    read: (words) => {
      const problem = aliasProblem(words);
      return problem === undefined ? { value: words } : { problem };
    },
    write: (parsed) => parsed,
  };
}

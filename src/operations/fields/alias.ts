import { aliasProblem } from '../../core/account-alias.ts';
import type { Blank, Field } from '../../core/field.ts';

/** An account by its alias. */
export function alias(blank: Blank): Field<string> {
  return {
    hint: 'an account alias',
    example: 'ACDV',
    required: true,
    ...blank,
    read: (words) => {
      const problem = aliasProblem(words);
      return problem === undefined ? { value: words } : { problem };
    },
    write: (given) => given,
  };
}

import type { Blank, Field } from '../../core/field.ts';

const pattern = /^[A-Za-z0-9]{1,12}$/;

/** What is wrong with words that stand for an account; undefined where they may be its alias. */
export const aliasProblem = (words: string): string | undefined =>
  pattern.test(words) ? undefined : `“${words}” is not an account alias`;

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

import { aliasProblem } from '../../operation/account-alias.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import { wordsField } from './words-field.ts';

/** Creates a field for an account alias. */
export const alias = (options: FieldOptions): Field<string> =>
  inAscii(
    wordsField(options, {
      hint: 'an account alias',
      example: 'ACDV',
      read: (words) => {
        const problem = aliasProblem(words);
        return problem === undefined ? { value: words } : { problem };
      },
    }),
  );

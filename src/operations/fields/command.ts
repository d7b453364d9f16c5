import type { Field, FieldOptions } from '../../operation/field.ts';
import { join, split } from '../../operation/words.ts';
import { wordsField } from './words-field.ts';

/** A command as it is typed, without the slash command's name: it takes the rest of the line, names and quotes included. */
export const command = (options: FieldOptions): Field<string> =>
  wordsField(options, {
    hint: 'a command as you would type it',
    example: 'alert list',
    rest: true,
    verbatim: true,
    read: (words) => ({ value: join(split(words)) }),
  });

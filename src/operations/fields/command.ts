import type { Field, FieldOptions } from '../../operation/field.ts';
import { join, split } from '../../operation/words.ts';

/** A command as it is typed, without the slash command's name: it takes the rest of the line, names and quotes included. */
export function command(options: FieldOptions): Field<string> {
  return {
    hint: 'a command as you would type it',
    example: 'alert list',
    required: true,
    rest: true,
    verbatim: true,
    ...options,
    read: (words) => ({ value: join(split(words)) }),
    write: (parsed) => parsed,
  };
}

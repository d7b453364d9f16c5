import type { Field, FieldOptions } from '../../operation/field.ts';
import { join, split } from '../../operation/words.ts';
import { wordsField } from './words-field.ts';

/**
 * Creates a field for a command without the name of the slash command. It takes the rest of the line, including names and quotes.
 */
export const command = (options: FieldOptions): Field<string> =>
  wordsField(options, {
    hint: 'a command as you would type it',
    example: 'alert list',
    rest: true,
    verbatim: true,
    // A plan is a command, and has one command on each line.
    multiline: true,
    input: { kind: 'text', lines: 'several' },
    takesMentions: true,
    read: (words) => ({ value: join(split(words)) }),
  });

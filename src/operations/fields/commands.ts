import type { Field, FieldOptions } from '../../operation/field.ts';
import { commandsIn } from '../../operation/plan-text.ts';
import { wordsField } from './words-field.ts';

/** Upper bound for the text of a plan, in characters: the limit of a form field. */
const maxLength = 3000;

/** Creates a field for commands, one per line. */
export const commands = (options: FieldOptions): Field<string> =>
  wordsField(options, {
    hint: 'one command on each line; $1.address stands for the address that step 1 returns',
    example: 'ip add DE1ACMEWEB04 tcp/443',
    multiline: true,
    values: { kind: 'list', each: 'a command as you would type it', separator: '\n' },
    maxLength,
    input: { kind: 'text', lines: 'several' },
    read(words) {
      if (words.length > maxLength)
        return { problem: `is ${words.length} characters long; the limit is ${maxLength}` };
      return commandsIn(words).length > 0
        ? { value: words }
        : { problem: 'needs a command; lines that begin with # are comments' };
    },
  });

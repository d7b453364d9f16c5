import { closestMatch } from '../../core/closest-match.ts';
import type { Field, FieldOptions } from '../../operation/field.ts';
import { join, split } from '../../operation/words.ts';
import { wordsField } from './words-field.ts';

/**
 * Creates a field for the words after `run` that name no runbook. Each runbook is a command of its own, so they are always a
 * mistake; suggestions replace the first word with the name of a runbook.
 */
export function runbookName(options: FieldOptions & { names: readonly string[] }): Field<string> {
  const { names } = options;
  return wordsField(options, {
    hint: 'the name of a runbook',
    example: 'new-web-server',
    rest: true,
    verbatim: true,
    read(words) {
      const [typed = { text: '' }, ...others] = split(words);
      const name = closestMatch(typed.text, names);
      const problem = `“${typed.text}” doesn’t exist`;
      return name === undefined
        ? { problem: `${problem}. Runbooks: ${names.join(', ')}` }
        : { problem: `${problem}. Did you mean ${name}?`, closest: join([{ text: name }, ...others]) };
    },
  });
}

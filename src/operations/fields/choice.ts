import { closestMatch } from '../../core/closest-match.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import { wordsField } from './words-field.ts';

/** Creates a field for one of a few words, in any case. */
export function choice<const Word extends string>(
  options: FieldOptions & { choices: readonly Word[] },
): Field<Word> {
  const { choices } = options;
  const list = choices.join(', ');
  return inAscii(
    wordsField(options, {
      hint: `one of ${list}`,
      example: choices[0] ?? '',
      values: { kind: 'choice', words: choices },
      input: { kind: 'choice', options: choices.map((word) => ({ value: word, label: word })) },
      read(words) {
        const wanted = words.toLowerCase();
        const found = choices.find((word) => word.toLowerCase() === wanted);
        if (found !== undefined) return { value: found };
        const closest = closestMatch(wanted, choices);
        const must = choices.length === 1 ? `takes only “${list}”` : `must be one of ${list}`;
        const problem = `${must}, not “${words}”${closest ? `. Did you mean ${closest}?` : ''}`;
        return { problem, closest };
      },
    }),
  );
}

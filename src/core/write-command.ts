import type { Fields, Operation, RawArgs } from './operation.ts';
import { join } from './words.ts';

/** What was read, as words again. */
export const written = (fields: Fields<never>, given: Readonly<Record<string, unknown>>): RawArgs =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, name in given ? field.write(given[name]) : '']),
  );

/**
 * The line that asks an operation for exactly this: what has a place on the line first, then the others by name, in the
 * order given. What is empty is left out.
 */
export function writeCommand<Context>(
  { words, fields }: Pick<Operation<Context>, 'words' | 'fields'>,
  raw: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(raw)
    .map(([name, text = '']) => ({ name, text, field: fields[name] }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => (a.field?.at ?? 99) - (b.field?.at ?? 99));
  const gap = Object.entries(fields)
    .filter(([name, { at }]) => at !== undefined && !raw[name])
    .reduce((first, [, { at = first }]) => Math.min(first, at), 99);
  const argument = ({ name, field, text }: (typeof given)[number]): string => {
    // Behind a place that was left out, words would land in that place.
    if (field?.at === undefined || field.at > gap) return join([{ key: name, text }]);
    const plain = text.split(' ').every((word) => join([{ text: word }]) === word);
    return field.rest && plain ? text : join([{ text }]);
  };
  return [join(words.map((text) => ({ text }))), ...given.map(argument)].join(' ');
}

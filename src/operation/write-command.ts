import type { Field } from './field.ts';
import type { Fields, Operation, RawArgs } from './operation.ts';
import { join, split } from './words.ts';

/** Returns the words for the values of fields; empty for a field without a value. */
export const written = (fields: Fields<never>, given: Readonly<Record<string, unknown>>): RawArgs =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, name in given ? field.write(given[name]) : '']),
  );

/** Returns the position of an argument: positional fields first, the verbatim rest of the line last. */
const placeOf = (field: Field<unknown, unknown, never> | undefined): number =>
  field?.verbatim ? 100 : (field?.at ?? 99);

/**
 * Writes the command for an operation with these arguments: positional fields first, then the others as `name=value` in the given
 * order. Empty arguments are omitted. `parseCommand` reads back the same arguments.
 */
export function writeCommand<Context>(
  { words, fields }: Pick<Operation<Context>, 'words' | 'fields'>,
  raw: Readonly<Record<string, string | undefined>>,
): string {
  const given = Object.entries(raw)
    .map(([name, text = '']) => ({ name, text, field: fields[name] }))
    .filter(({ text }) => text !== '')
    .sort((a, b) => placeOf(a.field) - placeOf(b.field));
  const gap = Object.entries(fields)
    .filter(([name, { at }]) => at !== undefined && !raw[name])
    .reduce((first, [, { at = first }]) => Math.min(first, at), 99);
  const argument = ({ name, field, text }: (typeof given)[number]): string => {
    // After an omitted position, a word without a name would take its place.
    if (field?.at === undefined || field.at > gap) return join([{ key: name, text }]);
    if (field.verbatim && split(text)[0]?.key === undefined) return text;
    if (field.many) return text;
    const plain = text.split(' ').every((word) => join([{ text: word }]) === word);
    return field.rest && plain ? text : join([{ text }]);
  };
  return [join(words.map((text) => ({ text }))), ...given.map(argument)].join(' ');
}

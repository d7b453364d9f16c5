import type { Fields, RawArgs } from './operation.ts';

/**
 * The arguments with the values of two fields swapped; undefined where one of the fields has no value, or can't have the value
 * of the other.
 */
export function swapped(
  [firstField, secondField]: readonly [string, string],
  fields: Fields<never>,
  raw: RawArgs,
): RawArgs | undefined {
  const [first = '', second = ''] = [raw[firstField], raw[secondField]];
  if (first === '' || second === '') return undefined;
  const fits = (name: string, words: string): boolean => 'value' in (fields[name]?.read(words) ?? {});
  return fits(firstField, second) && fits(secondField, first)
    ? { ...raw, [firstField]: second, [secondField]: first }
    : undefined;
}

/** Whether each of two fields can have the words that it has. */
export const areReadable = (pair: readonly [string, string], fields: Fields<never>, raw: RawArgs): boolean =>
  pair.every((name) => 'value' in (fields[name]?.read(raw[name] ?? '') ?? {}));

import type { Fields, RawArgs } from './operation.ts';

/**
 * Returns the arguments with the values of two fields swapped; undefined if one of the fields has no value, or doesn't accept the
 * other's value.
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

/** Returns whether both fields accept their values. */
export const areReadable = (pair: readonly [string, string], fields: Fields<never>, raw: RawArgs): boolean =>
  pair.every((name) => 'value' in (fields[name]?.read(raw[name] ?? '') ?? {}));

import { parseJson } from './parse-json.ts';

/**
 * Creates the parser of a JSON secret with these strings. Its errors begin with `what` and name the missing strings, but never
 * their content.
 */
export const secretStrings =
  <Name extends string>(what: string, ...names: readonly Name[]) =>
  (text: string): Readonly<Record<Name, string>> => {
    const value = parseJson(text);
    if (value === undefined) throw new Error(`${what} isn’t JSON`);
    if (hasStrings(value, names)) return value;
    throw new Error(`${what} needs the strings ${names.join(' and ')}`);
  };

function hasStrings<Name extends string>(
  value: unknown,
  names: readonly Name[],
): value is Record<Name, string> {
  const found: Readonly<Record<string, unknown>> = Object(value);
  return names.every((name) => typeof found[name] === 'string' && found[name] !== '');
}

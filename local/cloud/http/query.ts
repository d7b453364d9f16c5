/** The query string, with case-insensitive names. Unknown names are ignored (service-facts 5). */
export interface Query {
  /** Returns the first value under any of the names. */
  text(...names: string[]): string | undefined;
  /** Returns true or false, in any case; undefined if absent or anything else. */
  flag(name: string): boolean | undefined;
}

export function readQuery(search: URLSearchParams): Query {
  const values = new Map<string, string>();
  for (const [name, value] of search) {
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
  }
  const text = (...names: string[]) =>
    names.map((name) => values.get(name.toLowerCase())).find((value) => value !== undefined && value !== '');
  return { text, flag: (name) => readFlag(text(name)) };
}

/** Parses a flag: `true`, `True`, `"true"` and true are equal (service-facts 5). */
export function readFlag(value: unknown): boolean | undefined {
  const word = String(value).toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

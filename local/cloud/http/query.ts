/** The query string, with names in any case and unknown names ignored (service-facts 5). */
export interface Query {
  /** The first value given under any of the names. */
  text(...names: string[]): string | undefined;
  /** True or false in any case; undefined when absent or something else. */
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

/** `true`, `True`, `"true"` and true are one (service-facts 5). */
export function readFlag(value: unknown): boolean | undefined {
  const word = String(value).toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

export type Query = ReturnType<typeof readQuery>;

/** Reads a query string, with case-insensitive names. Unknown names are ignored (docs/cloud-api.md, Requests of other clients). */
export function readQuery(search: URLSearchParams) {
  const values = new Map<string, string>();
  for (const [name, value] of search) {
    if (!values.has(name.toLowerCase())) values.set(name.toLowerCase(), value);
  }
  /** Returns the first value under any of the names. */
  const text = (...names: string[]): string | undefined =>
    names.map((name) => values.get(name.toLowerCase())).find((value) => value !== undefined && value !== '');
  return { text, flag: (name: string): boolean | undefined => readFlag(text(name)) };
}

/** Parses a flag: `true`, `True`, `"true"` and true are equal (docs/cloud-api.md, Requests of other clients). */
export function readFlag(value: unknown): boolean | undefined {
  const word = String(value).toLowerCase();
  return word === 'true' ? true : word === 'false' ? false : undefined;
}

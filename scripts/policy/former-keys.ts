import type { Path } from './json-source.ts';

/** A key of policy.json under a former name. */
export interface FormerKey {
  /** As it is written in the file. */
  readonly path: Path;
  /** What the key is called today. */
  readonly name: string;
}

/** policy.json as if it had been written with the names of today. */
export interface CurrentPolicy {
  readonly value: unknown;
  /** What was renamed. */
  readonly renamed: readonly FormerKey[];
  /** Former keys that are used together with their new name, so that either could be meant. */
  readonly ambiguous: readonly FormerKey[];
  /** A path into `value` as it is written in the file. */
  asWritten(path: Path): Path;
}

const each = '*';
const place = (path: Path): string =>
  JSON.stringify(path.map((part) => (typeof part === 'number' ? each : part)));

/** The keys that had another name in version 0.1. */
const names: ReadonlyMap<string, string> = new Map([
  [place(['risk', 'points', 'everyone']), 'anySource'],
  [place(['risk', 'points', 'wide']), 'largeRange'],
  [place(['risk', 'points', 'removes']), 'deletesPolicy'],
  [place(['risk', 'points', 'unseen']), 'unknownPolicy'],
  [place(['risk', 'levels', each, 'from']), 'minScore'],
]);

/** Renames the keys that have a former name, in the content of policy.json. */
export function withCurrentKeys(content: unknown): CurrentPolicy {
  const renamed: FormerKey[] = [];
  const ambiguous: FormerKey[] = [];

  function current(value: unknown, path: Path): unknown {
    if (Array.isArray(value)) return value.map((item, at) => current(item, [...path, at]));
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).flatMap(([key, inner]) => {
      const here = [...path, key];
      const name = names.get(place(here));
      if (name === undefined) return [[key, current(inner, here)]];
      const isAmbiguous = Object.hasOwn(value, name);
      (isAmbiguous ? ambiguous : renamed).push({ path: here, name });
      return isAmbiguous ? [] : [[name, inner]];
    });
    return Object.fromEntries(entries);
  }

  const value = current(content, []);
  const formerly = new Map(
    renamed.map(({ path, name }) => [JSON.stringify([...path.slice(0, -1), name]), path.at(-1)]),
  );
  return {
    value,
    renamed,
    ambiguous,
    asWritten: (path) => path.map((part, at) => formerly.get(JSON.stringify(path.slice(0, at + 1))) ?? part),
  };
}

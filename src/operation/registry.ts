import { toAscii } from '../core/ascii.ts';
import { closestMatch } from '../core/closest-match.ts';
import { closestWord, isFiller, namedBy } from './command-words.ts';
import type { Operation } from './operation.ts';
import type { Word } from './words.ts';

/** The result of a look-up: an operation with the words after its name, or the group of operations without a match. */
export type FoundOperation<Context> =
  | { readonly operation: Operation<Context>; readonly rest: readonly Word[] }
  | {
      /** The known words: [] or ['alert']. */
      readonly group: readonly string[];
      /** The first unknown word, and its position. */
      readonly unknown?: string;
      readonly at: number;
      readonly closest?: string;
    };

/**
 * Finds the operation whose words begin the line, by current words, former ones or synonyms. The longest match wins: "invoice
 * trend" is not "invoice".
 */
export function find<Context>(
  operations: readonly Operation<Context>[],
  words: readonly Word[],
): FoundOperation<Context> {
  const typed = words.map(({ key, text }) => (key === undefined ? toAscii(text).toLowerCase() : ''));
  const group: string[] = [];
  let found: FoundOperation<Context> | undefined;
  let at = 0;
  for (;;) {
    const inside = operations.filter(({ words: names }) =>
      group.every((name, place) => names[place] === name),
    );
    const id = namedBy(group);
    const operation = inside.find((candidate) => candidate.id === id);
    if (operation) found = { operation, rest: words.slice(at) };
    const next = [...new Set(inside.flatMap(({ words: names }) => names[group.length] ?? []))];
    const word = typed[at] ?? '';
    const closest = closestWord(word, next);
    if (closest === undefined && !operation && isFiller(word, group, typed[at + 1])) {
      at += 1;
      continue;
    }
    if (closest === undefined) return found ?? unknownAt(at, group, words[at], closestMatch(word, next));
    group.push(closest);
    at += 1;
  }
}

const unknownAt = (
  at: number,
  group: readonly string[],
  word: Word | undefined,
  closest: string | undefined,
): Exclude<FoundOperation<never>, { operation: unknown }> => {
  if (!word) return { group, at };
  const { key, text } = word;
  if (key !== undefined) return { group, at, unknown: `${key}=${text}` };
  return { group, at, unknown: text, ...(text && closest && { closest }) };
};

/** Returns the syntax of an operation: `alert assign <policy> <server>`, optional parts in brackets. */
export function usage<Context>({ words, fields, needs }: Operation<Context>): string {
  const parts = Object.entries(fields)
    .sort(([, a], [, b]) => (a.at ?? 99) - (b.at ?? 99))
    .map(([name, field]) => {
      const shown =
        field.at === undefined
          ? `${name}=${field.example}`
          : `<${name}>${field.rest || field.many ? ' …' : ''}`;
      return field.required ? shown : `[${shown}]`;
    });
  return [...words, ...parts, ...(needs === 'approval' ? ['why="…"'] : [])].join(' ');
}

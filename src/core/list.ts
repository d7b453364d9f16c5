import { grouped } from './grouped.ts';

/** Joins items in a sentence: "a", "a and b", "a, b and c". */
export function list(items: readonly string[], word: 'and' | 'or' = 'and'): string {
  return [items.slice(0, -1).join(', '), ...items.slice(-1)].filter(Boolean).join(` ${word} `);
}

/** Joins at most `max` items in a sentence, and counts the others: "a, b and 3 more". */
export function shortList(items: readonly string[], max: number): string {
  const rest = items.length - max;
  return list(rest > 0 ? [...items.slice(0, max), `${grouped(rest)} more`] : items);
}

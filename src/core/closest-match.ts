import { distance } from 'fastest-levenshtein';

/**
 * Returns the most similar word; undefined if all differ in more than a third of their letters, and in more than one. Two swapped
 * neighbors count as one difference.
 */
export function closestMatch<Word extends string>(typed: string, words: readonly Word[]): Word | undefined {
  const wanted = typed.slice(0, 60).toLowerCase();
  let best: { word: Word; off: number } | undefined;
  for (const word of words) {
    const off = mistakes(wanted, word.toLowerCase());
    if (off <= Math.max(1, Math.floor(word.length / 3)) && off < (best?.off ?? Number.POSITIVE_INFINITY)) {
      best = { word, off };
    }
  }
  return best?.word;
}

/** Returns the edit distance in letters; two swapped neighbors count as one. */
function mistakes(typed: string, word: string): number {
  const at = typed.split('').findIndex((letter, place) => letter !== word.charAt(place));
  const swapped = `${typed.slice(0, at)}${typed.charAt(at + 1)}${typed.charAt(at)}${typed.slice(at + 2)}`;
  return at >= 0 && swapped === word ? 1 : distance(typed, word);
}

import { distance } from 'fastest-levenshtein';

/** The word that was probably meant, or undefined when none is near: at most a third of its letters differ. */
export function nearest<Word extends string>(typed: string, words: readonly Word[]): Word | undefined {
  const wanted = typed.slice(0, 60).toLowerCase();
  let best: { word: Word; off: number } | undefined;
  for (const word of words) {
    const off = distance(wanted, word.toLowerCase());
    if (off <= Math.max(1, Math.floor(word.length / 3)) && off < (best?.off ?? Number.POSITIVE_INFINITY)) {
      best = { word, off };
    }
  }
  return best?.word;
}

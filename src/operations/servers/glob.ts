/** Returns whether a word is a pattern: `web*`, `db0?`. */
export const isGlob = (word: string): boolean => /[*?]/.test(word);

/**
 * Returns whether a pattern matches a whole text, ignoring case: `*` stands for any characters, `?` for one. Takes at most as
 * many steps as the product of both lengths, whereas a regular expression with several `*` can take exponentially many.
 */
export function matchesGlob(pattern: string, text: string): boolean {
  const [wanted, given] = [pattern.toLowerCase(), text.toLowerCase()];
  let [at, place] = [0, 0];
  let star = -1;
  let resumed = 0;
  while (place < given.length) {
    const sign = wanted[at];
    if (sign === '*') {
      star = at;
      at += 1;
      resumed = place;
    } else if (sign !== undefined && (sign === '?' || sign === given[place])) {
      at += 1;
      place += 1;
    } else if (star >= 0) {
      // The last star takes one more character.
      at = star + 1;
      resumed += 1;
      place = resumed;
    } else {
      return false;
    }
  }
  return /^\**$/.test(wanted.slice(at));
}

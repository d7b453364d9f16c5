const pattern = /^[A-Za-z0-9]{1,12}$/;

/** What is wrong with words that stand for an account; undefined where they may be its alias. */
export const aliasProblem = (words: string): string | undefined =>
  pattern.test(words) ? undefined : `“${words}” is not an account alias`;

/** The account aliases that the cloud API allows. */
export const aliasPattern = /^[A-Za-z0-9]{1,12}$/;

/** Explains why a text is not an account alias; undefined if it is one. */
export const aliasProblem = (words: string): string | undefined =>
  aliasPattern.test(words) ? undefined : `“${words}” is not an account alias`;

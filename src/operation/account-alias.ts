/** What the cloud API allows as an account alias. */
export const aliasPattern = /^[A-Za-z0-9]{1,12}$/;

/** Why a text can't be an account alias; undefined if it can. */
export const aliasProblem = (words: string): string | undefined =>
  aliasPattern.test(words) ? undefined : `“${words}” is not an account alias`;

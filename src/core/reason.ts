/** Returns whether a text can be a reason: it needs at least one letter or digit. */
export const isReason = (words: string): boolean => /[\p{L}\p{N}]/u.test(words);

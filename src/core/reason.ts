/** Whether words can be a reason: spaces, signs and invisible characters alone say nothing. */
export const isReason = (words: string): boolean => /[\p{L}\p{N}]/u.test(words);

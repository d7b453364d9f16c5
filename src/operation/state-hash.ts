import { sha256 } from '../core/sha256.ts';

/**
 * Number of the canonical form in which contents are written. Incremented when the content of any kind is written in another way:
 * then stored states can't be compared with new ones.
 */
export const canonicalForm = 1;

/** Returns the SHA-256 of a content, in hex, after the number of its form. Equal for equal states. */
export const stateHash = (content: unknown): string => `${canonicalForm}:${sha256(content)}`;

/** Returns whether a stored hash of a state has the present form, so that another hash means another state. */
export const isComparable = (stored: string): boolean => stored.startsWith(`${canonicalForm}:`);

/** Returns whether a state is not the stored one: certainly, or since none was stored. One in another form doesn't count. */
export const isChanged = (stored: string | undefined, now: string): boolean =>
  stored === undefined || (isComparable(stored) && stored !== now);

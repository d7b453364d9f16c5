import { sha256 } from '../core/sha256.ts';

/**
 * Number of the canonical form in which contents are written. Incremented when the content of any kind is written in another way:
 * then stored states can't be compared with new ones.
 */
export const canonicalForm = 1;

/** Returns the SHA-256 of a content, in hex, after the number of its form. Equal for equal states. */
export const stateHash = (content: unknown): string => `${canonicalForm}:${sha256(content)}`;

/** Returns the hash of a state of which a part couldn't be read: it can't be compared with any. */
export const unreadHash = (content: unknown): string => `unread:${sha256(content)}`;

/** Returns whether the hash of a state has the present form, so that another hash means another state. */
export const isComparable = (hash: string): boolean => hash.startsWith(`${canonicalForm}:`);

/**
 * Returns whether a state is not the stored one: certainly, or since none was stored. A state in another form, or of which a part
 * couldn't be read, doesn't count.
 */
export const isChanged = (stored: string | undefined, now: string): boolean =>
  stored === undefined || (isComparable(stored) && isComparable(now) && stored !== now);

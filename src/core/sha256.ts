import { createHash } from 'node:crypto';

/** Returns the SHA-256, in hex, of a value's JSON. It depends on the order of members. */
export const sha256 = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

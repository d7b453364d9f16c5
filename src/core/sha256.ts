import { createHash } from 'node:crypto';

/** SHA-256, in hex, over the JSON of a value: of equal values with their members in one order it is equal. */
export const sha256 = (value: unknown): string =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex');

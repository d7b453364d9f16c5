import type { Blank, Field } from '../field.ts';

/** The beginning of a SHA-256 hash in hex, or all of it. */
export function hash(blank: Blank): Field<string> {
  return {
    hint: '8 to 64 characters 0-9, a-f',
    example: '3f2a9c1e77b04d15',
    required: true,
    ...blank,
    read: (words) =>
      /^[0-9a-f]{8,64}$/i.test(words)
        ? { value: words.toLowerCase() }
        : { problem: `must be 8 to 64 characters 0-9, a-f, not “${words}”` },
    write: (given) => given,
  };
}

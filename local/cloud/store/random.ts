/** Deterministic pseudorandom numbers: a seed always yields the same data. */
export interface Random {
  /** Returns a number of at least 0 and below 1. */
  next(): number;
  /** Returns an integer from `low` to `high`, inclusive. */
  between(low: number, high: number): number;
  /** Returns 32 lower-case hex digits, like the ids of policies and groups (docs/cloud-api.md, Requests and answers). */
  hexId(): string;
}

/** Creates a mulberry32 generator: small, fast, and good enough for sample data. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const word = () => Math.floor(next() * 2 ** 32);
  return {
    next,
    between: (low, high) => low + Math.floor(next() * (high - low + 1)),
    hexId: () => Array.from({ length: 4 }, () => word().toString(16).padStart(8, '0')).join(''),
  };
}

/** Derives a separate seed for a name, so that an invoice does not depend on the order of requests. */
export function seedFor(seed: number, name: string): number {
  let hash = seed ^ 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

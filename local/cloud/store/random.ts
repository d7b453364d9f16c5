/** Numbers that look random and repeat for the same seed, so that a seed always gives the same data. */
export interface Random {
  /** At least 0 and below 1. */
  next(): number;
  /** A whole number from `low` to `high`, both included. */
  between(low: number, high: number): number;
  /** 32 lower-case hex digits: the form of every id of the service (service-facts 0). */
  hexId(): string;
}

/** A mulberry32 generator; small, fast, and good enough for make-believe data. */
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

/** A seed of its own for each thing named, so that one invoice does not depend on which was asked for before. */
export function seedFor(seed: number, name: string): number {
  let hash = seed ^ 0x811c9dc5;
  for (const letter of name) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return hash >>> 0;
}

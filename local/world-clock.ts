/** The clock of all local parts. It runs like this machine's, and can be set forward. */
export interface WorldClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Time by which it is ahead of this machine's, in milliseconds. */
  ahead(): number;
  /** Sets it forward, in milliseconds. */
  advance(ms: number): void;
  /** Returns to this machine's time. */
  reset(): void;
}

/** Creates a clock with this machine's time. */
export function worldClock(): WorldClock {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    ahead: () => ahead,
    advance(ms) {
      ahead += ms;
    },
    reset() {
      ahead = 0;
    },
  };
}

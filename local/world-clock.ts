/** The clock of everything local. It runs as this machine's does, and can be set forward. */
export interface WorldClock {
  /** Milliseconds since 1970. */
  now(): number;
  /** How far it is ahead of this machine's, in milliseconds. */
  ahead(): number;
  /** Sets it forward, by milliseconds. */
  advance(ms: number): void;
  /** Back to this machine's time. */
  reset(): void;
}

/** A clock that is not ahead yet. */
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

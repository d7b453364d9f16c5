export type WorldClock = ReturnType<typeof worldClock>;

/** Creates the clock of all local parts. It runs like this machine's, and can be set forward. */
export function worldClock() {
  let ahead = 0;
  return {
    /** Milliseconds since 1970. */
    now: (): number => Date.now() + ahead,
    /** Time by which it is ahead of this machine's, in milliseconds. */
    ahead: (): number => ahead,
    /** Sets it forward, in milliseconds. */
    advance(ms: number): void {
      ahead += ms;
    },
    /** Returns to this machine's time. */
    reset(): void {
      ahead = 0;
    },
  };
}

/** Limits concurrent tasks; the others wait their turn. */
export interface Slots {
  /** Number of tasks that are running or waiting. */
  readonly waiting: number;
  use<T>(work: () => Promise<T>): Promise<T>;
}

/** Creates slots for `limit` concurrent tasks. */
export function createSlots(limit: number): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    get waiting() {
      return taken + waiting.length;
    },
    async use(work) {
      if (taken < limit) taken += 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        return await work();
      } finally {
        const next = waiting.shift();
        if (next) next();
        else taken -= 1;
      }
    },
  };
}

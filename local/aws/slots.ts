/** Creates slots for `limit` concurrent tasks; the others wait their turn. */
export function createSlots(limit: number) {
  const waiting: (() => void)[] = [];
  let taken = 0;
  return {
    /** Number of tasks that are running or waiting. */
    get waiting(): number {
      return taken + waiting.length;
    },
    async use<T>(work: () => Promise<T>): Promise<T> {
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

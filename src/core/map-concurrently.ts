/**
 * Upper bounds for concurrent calls of one kind.
 * - `rateLimited`: calls with a low rate limit.
 * - `reads`: the cloud API has no rate limit, but a walk through the groups of an account must not overload it.
 * - `store`: above it, DynamoDB throttles more calls than it answers.
 */
export const maxConcurrency = { rateLimited: 4, reads: 12, store: 20 } as const;

/** Maps items, at most `max` at a time; the results are in the order of the items. Rejects with the first failure; nothing further begins then. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  max: number = maxConcurrency.rateLimited,
): Promise<Result[]> {
  const results: Result[] = [];
  // Unlike the entries themselves, this ends for all loops over it once one of them fails.
  const queue = items.entries().take(items.length);
  await Promise.all(
    Array.from({ length: max }, async () => {
      for (const [at, item] of queue) results[at] = await act(item);
    }),
  );
  return results;
}

/** Processes items, at most `max` at a time. Resolves to the outcome of each, in order; never rejects. */
export const settleConcurrently = <Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
  max: number,
): Promise<readonly PromiseSettledResult<Result>[]> =>
  mapConcurrently(items, async (item) => (await Promise.allSettled([act(item)]))[0], max);

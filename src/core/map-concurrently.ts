/** Upper bound for concurrent calls of one kind where a rate limit is near. */
const maxConcurrency = 4;

/** Maps items, at most four at a time; the results are in the order of the items. Rejects with the first failure. */
export async function mapConcurrently<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const queue = items.entries();
  await Promise.all(
    Array.from({ length: maxConcurrency }, async () => {
      for (const [at, item] of queue) results[at] = await act(item);
    }),
  );
  return results;
}

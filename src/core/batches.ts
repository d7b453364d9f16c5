/** Upper bound for concurrent calls of one kind. Above it, DynamoDB and Slack throttle more calls than they answer. */
export const batchSize = 20;

/** Processes all items, at most `batchSize` at a time. Resolves to their outcomes in order; never rejects. */
export async function inBatches<Item, Result>(
  items: readonly Item[],
  act: (item: Item) => Promise<Result>,
): Promise<readonly PromiseSettledResult<Result>[]> {
  const settled: PromiseSettledResult<Result>[] = [];
  for (let at = 0; at < items.length; at += batchSize) {
    settled.push(...(await Promise.allSettled(items.slice(at, at + batchSize).map(act))));
  }
  return settled;
}

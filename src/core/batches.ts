/** How many calls of one kind are under way at once: beyond that, a table and Slack refuse more than they answer. */
export const batchSize = 20;

/** Acts on all items, at most `batchSize` at a time; how each ended, in their order. Never rejects. */
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

import { expect, test } from 'vitest';
import { mapConcurrently } from '../../../src/core/map-concurrently.ts';

test('so many begin at once, and the results are in the order of the items', async () => {
  const begun: number[] = [];
  const ends: (() => void)[] = [];
  const mapped = mapConcurrently(
    [1, 2, 3],
    (item) => {
      begun.push(item);
      return new Promise<string>((resolve) => ends.push(() => resolve(`done ${item}`)));
    },
    2,
  );
  expect(begun).toEqual([1, 2]);
  ends[1]?.();
  await expect.poll(() => begun).toEqual([1, 2, 3]);
  for (const end of ends) end();
  expect(await mapped).toEqual(['done 1', 'done 2', 'done 3']);
});

test('nothing further begins after a failure', async () => {
  const begun: number[] = [];
  const items = Array.from({ length: 10 }, (_, at) => at);
  const mapped = mapConcurrently(
    items,
    async (item) => {
      begun.push(item);
      await Promise.resolve();
      if (item === 0) throw new Error('It failed');
      await new Promise(setImmediate);
    },
    3,
  );
  await expect(mapped).rejects.toThrow('It failed');
  await new Promise(setImmediate);
  await new Promise(setImmediate);
  expect(begun).toEqual([0, 1, 2]);
});

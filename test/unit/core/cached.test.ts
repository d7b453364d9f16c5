import { describe, expect, test } from 'vitest';
import { cacheOf } from '../../../src/core/cached.ts';
import { cacheByKey } from '../../../src/core/cached-by-key.ts';

/** A source whose reads end when the test says so. */
function source() {
  const seen = { now: 0, reads: [] as PromiseWithResolvers<string>[] };
  const read = (): Promise<string> => {
    const reading = Promise.withResolvers<string>();
    seen.reads.push(reading);
    return reading.promise;
  };
  return { seen, read, clock: () => seen.now };
}

describe('one value', () => {
  const always = () => true;

  test('is read once for all who ask meanwhile, and for those who ask later', async () => {
    const { seen, read, clock } = source();
    const cached = cacheOf(read, clock);
    const asked = [cached.get(always), cached.get(always)];
    expect(cached.isReading()).toBe(true);
    seen.reads[0]?.resolve('one');
    expect(await Promise.all(asked)).toEqual(['one', 'one']);
    expect(cached.isReading()).toBe(false);
    expect(await cached.get(always)).toBe('one');
    expect(seen.reads).toHaveLength(1);
  });

  test('is as old as the beginning of its read', async () => {
    const { seen, read, clock } = source();
    const cached = cacheOf(read, clock);
    seen.now = 5;
    const asked = cached.get(always);
    seen.now = 9;
    seen.reads[0]?.resolve('one');
    await asked;
    expect(cached.last()).toEqual({ value: 'one', readAt: 5 });
  });

  test('is read again if it is stale; a failed read rejects, is not cached, and leaves the last value', async () => {
    const { seen, read, clock } = source();
    const cached = cacheOf(read, clock);
    const first = cached.get(always);
    seen.reads[0]?.resolve('one');
    await first;
    const second = cached.get(() => false);
    seen.reads[1]?.reject(new Error('down'));
    await expect(second).rejects.toThrow('down');
    expect(cached.last()?.value).toBe('one');
    const third = cached.get(() => false);
    seen.reads[2]?.resolve('two');
    expect(await third).toBe('two');
  });
});

describe('values by key', () => {
  test('are fresh up to an age, which each caller chooses', async () => {
    const read: string[] = [];
    const seen = { now: 0 };
    const cached = cacheByKey(
      async (key) => read.push(key),
      () => seen.now,
    );
    expect(cached.has('a', 10)).toBe(false);
    expect(await Promise.all([cached.get('a', 10), cached.get('b', 10), cached.get('a', 10)])).toEqual([
      1, 2, 1,
    ]);
    seen.now = 10;
    expect(cached.has('a', 10)).toBe(false);
    expect(cached.has('a', 11)).toBe(true);
    expect(await cached.get('a', 11)).toBe(1);
    expect(await cached.get('a', 10)).toBe(3);
    expect(read).toEqual(['a', 'b', 'a']);
  });

  test('are read again after a failure, but not while another read is under way', async () => {
    const { seen, read, clock } = source();
    const cached = cacheByKey(read, clock);
    const first = cached.get('a', 10);
    expect(cached.has('a', 10)).toBe(true);
    seen.reads[0]?.reject(new Error('down'));
    await expect(first).rejects.toThrow('down');
    expect(cached.has('a', 10)).toBe(false);
  });

  test('are at most a thousand: the oldest one is evicted', async () => {
    const cached = cacheByKey(
      async (key) => key,
      () => 0,
    );
    for (let key = 0; key <= 1000; key += 1) await cached.get(String(key), 10);
    expect([cached.has('0', 10), cached.has('1', 10), cached.has('1000', 10)]).toEqual([false, true, true]);
  });
});

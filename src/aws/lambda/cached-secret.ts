import { cacheOf } from '../../core/cached.ts';
import { type Clock, type Millis, minute } from '../../core/clock.ts';

/** How long a value is cached, and its minimum age before `renew` reads it again. */
const maxAge: Millis = 5 * minute;
const minRenewInterval = 10_000;

/**
 * Caches a secret for five minutes. `renew` reads it again, but at most every ten seconds, so that forged requests cannot cause
 * many reads. Concurrent callers share one read. While reads fail, the last value is used, if there is one, and a read is retried
 * every ten seconds.
 */
export function cachedSecret<Content>(
  read: () => Promise<string>,
  parse: (text: string) => Content,
  clock: Clock,
) {
  const cached = cacheOf(async () => parse(await read()), clock);
  let failedAt = Number.NEGATIVE_INFINITY;

  async function noOlderThan(age: Millis): Promise<Content> {
    const now = clock();
    try {
      return await cached.get(({ readAt }) => now - readAt < age || now - failedAt < minRenewInterval);
    } catch (error) {
      failedAt = clock();
      const last = cached.last();
      if (last) return last.value;
      throw error;
    }
  }

  return { get: () => noOlderThan(maxAge), renew: () => noOlderThan(minRenewInterval) };
}

import type { Millis } from '../core/clock.ts';
/** A promise did not settle in time. */
export class TimeoutError extends Error {
  override readonly name = 'TimeoutError';
}

/** Resolves to the result; rejects with `TimeoutError` if it takes longer than `ms`. */
export async function withTimeout<Result>(ms: Millis, result: Promise<Result>): Promise<Result> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new TimeoutError('not in time')), ms);
  try {
    return await Promise.race([result, late]);
  } finally {
    clearTimeout(timer);
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import type { Millis } from './clock.ts';

const ends = new AsyncLocalStorage<number>();

/** Runs `act` with a deadline in `ms`, shared by all calls that it makes. */
export const withDeadline = <Result>(ms: Millis, act: () => Result): Result =>
  ends.run(performance.now() + ms, act);

/**
 * Returns the time for a call: `ms`, or the time until the shared deadline if that is less. `others` is reserved for later calls.
 */
export const remainingMs = (ms: Millis, others = 0): Millis => {
  const end = ends.getStore();
  return end === undefined ? ms : Math.max(0, Math.floor(Math.min(ms, end - others - performance.now())));
};

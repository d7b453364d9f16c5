import { AsyncLocalStorage } from 'node:async_hooks';

const ends = new AsyncLocalStorage<number>();

/** Runs `act` with a deadline in `ms` milliseconds, shared by all calls that it makes. */
export const withDeadline = <Result>(ms: number, act: () => Result): Result =>
  ends.run(performance.now() + ms, act);

/**
 * Time that a call may take, in milliseconds: `ms`, or the time until the shared deadline if that is less. `others` is
 * reserved for later calls.
 */
export const remainingMs = (ms: number, others = 0): number => {
  const end = ends.getStore();
  return end === undefined ? ms : Math.max(0, Math.floor(Math.min(ms, end - others - performance.now())));
};

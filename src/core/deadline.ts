import { AsyncLocalStorage } from 'node:async_hooks';

const ends = new AsyncLocalStorage<number>();

/** Lets all that `act` waits for share `ms` milliseconds. */
export const within = <Result>(ms: number, act: () => Result): Result =>
  ends.run(performance.now() + ms, act);

/** Milliseconds of a wait of its own, or what the shared deadline leaves of it, less what others still need. */
export const timeFor = (ms: number, others = 0): number => {
  const end = ends.getStore();
  return end === undefined ? ms : Math.max(0, Math.floor(Math.min(ms, end - others - performance.now())));
};

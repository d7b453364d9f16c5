import { AsyncLocalStorage } from 'node:async_hooks';

/** The ids on every log line: the job, and the request that the job continues. */
export interface Correlation {
  readonly correlation_id: string;
  readonly came_from?: string;
}

const current = new AsyncLocalStorage<Correlation>();

/** Runs `act`, and everything that it awaits, with these ids on its log lines. */
export const correlated = <Result>(ids: Correlation, act: () => Result): Result => current.run(ids, act);

/** Returns the ids of the running job; undefined outside `correlated`. */
export const correlation = (): Correlation | undefined => current.getStore();

import { AsyncLocalStorage } from 'node:async_hooks';

/** What ties the lines of a log together: the job that they are about, and the request that it goes on with. */
export interface Correlation {
  readonly correlation_id: string;
  readonly came_from?: string;
}

const current = new AsyncLocalStorage<Correlation>();

/** Puts everything that `act` does, and waits for, under one correlation. */
export const correlated = <Result>(ids: Correlation, act: () => Result): Result => current.run(ids, act);

/** Of what is being done now; undefined outside `correlated`. */
export const correlation = (): Correlation | undefined => current.getStore();

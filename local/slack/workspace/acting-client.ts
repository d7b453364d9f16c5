import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<string>();

/** Performs an act in a client, such as a window of the page; without a client if `client` is undefined. */
export const asClient = <T>(client: string | undefined, act: () => T): T =>
  client === undefined ? act() : acting.run(client, act);

/** Returns the client of the current act; undefined without one, as in a terminal. */
export const actingClient = (): string | undefined => acting.getStore();

import { AsyncLocalStorage } from 'node:async_hooks';

const acting = new AsyncLocalStorage<string>();

/** Does what a person does in one client, such as a window of the page; in none when `client` is undefined. */
export const asClient = <T>(client: string | undefined, act: () => T): T =>
  client === undefined ? act() : acting.run(client, act);

/** The client in which a person acts now; undefined outside of one, as in a terminal. */
export const actingClient = (): string | undefined => acting.getStore();

import { routeOf } from '../../src/cloud/index.ts';

const maxPaths = 200;

/**
 * The paths requested from the local cloud. The bot's log has the names in a path left out; here, where
 * nothing is secret, a call is shown whole when it is certain which one it was.
 */
export class CloudPaths {
  #asked: { readonly method: string; readonly path: string }[] = [];

  /** The service was asked for something. */
  add(method: string, path: string): void {
    this.#asked = [...this.#asked, { method, path }].slice(-maxPaths);
  }

  /** The path of the call that a line of the log is about, by its method and route; the route where several fit. */
  take(method: string, route: string): string {
    const fitting = this.#asked.filter((call) => call.method === method && routeOf(call.path) === route);
    const [first] = fitting;
    this.#asked = this.#asked.filter((call) => call !== first);
    return first && fitting.every(({ path }) => path === first.path) ? first.path : route;
  }
}

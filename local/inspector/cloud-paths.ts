import { routeOf } from '../../src/cloud/index.ts';

const maxPaths = 200;

/**
 * The paths requested from the local cloud. The bot's log omits the names in a path. Nothing is secret here, so a call is shown
 * with its full path if it is certain which call it was.
 */
export class CloudPaths {
  #asked: { readonly method: string; readonly path: string }[] = [];

  add(method: string, path: string): void {
    this.#asked = [...this.#asked, { method, path }].slice(-maxPaths);
  }

  /** Returns the path of the call that a log line reports, by its method and route; the route itself if several calls match. */
  take(method: string, route: string): string {
    const fitting = this.#asked.filter((call) => call.method === method && routeOf(call.path) === route);
    const [first] = fitting;
    this.#asked = this.#asked.filter((call) => call !== first);
    return first && fitting.every(({ path }) => path === first.path) ? first.path : route;
  }
}

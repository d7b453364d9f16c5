import findMyWay from 'find-my-way';
import type { Method, Route } from './route-types.ts';

export type Match =
  | { readonly found: 'route'; readonly route: Route; readonly params: Readonly<Record<string, string>> }
  | { readonly found: 'otherMethods'; readonly methods: readonly Method[] }
  | { readonly found: 'nothing' };

const methods: readonly Method[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Creates a router. Paths are case-insensitive, with or without a trailing slash (docs/cloud-api.md, Requests and answers). */
export function createRouter(routes: readonly Route[]) {
  const router = findMyWay({ caseSensitive: false, ignoreTrailingSlash: true });
  for (const route of routes) router.on(route.method, route.path, () => undefined, route);

  const find = (method: Method, path: string) => {
    const hit = router.find(method, path);
    if (!hit) return undefined;
    const route: Route = hit.store;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(hit.params)) params[name] = value ?? '';
    return { route, params };
  };

  return (method: string | undefined, path: string): Match => {
    const known = methods.find((candidate) => candidate === method);
    const hit = known && find(known, path);
    if (hit) return { found: 'route', ...hit };
    const others = methods.filter((method) => find(method, path));
    return others.length > 0 ? { found: 'otherMethods', methods: others } : { found: 'nothing' };
  };
}

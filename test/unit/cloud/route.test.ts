import { expect, test } from 'vitest';
import { routes } from '../../../local/cloud/http/routes.ts';
import { routeOf } from '../../../src/cloud/index.ts';

test.each([
  ['/v2/authentication/login', '/v2/authentication/login'],
  ['/v2/servers/ACME/web01/alertPolicies', '/v2/servers/…/…/alertPolicies'],
  [
    '/v2-experimental/operations/ACME/status/whatever%20was%20typed',
    '/v2-experimental/operations/…/status/…',
  ],
  ['/v2/servers/ACME/web01/publicIPAddresses/10.0.0.1', '/v2/servers/…/…/publicIPAddresses/…'],
])('%s is logged as %s', (path, route) => {
  expect(routeOf(path)).toBe(route);
});

test('every word in the routes of the cloud API is known, and no other part of a route', () => {
  for (const { path } of routes) expect(routeOf(path)).toBe(path.replaceAll(/:\w+/g, '…'));
});

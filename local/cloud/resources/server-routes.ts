import { ok } from '../http/reply.ts';
import type { GuardedRoute } from '../http/route-types.ts';
import { findServer } from './find-server.ts';
import { serverBody } from './server-body.ts';

/** One server, by id or with `?uuid=true` by its 32-hex id: service-facts 3. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'servers.get',
    method: 'GET',
    path: '/v2/servers/:account/:server',
    needs: 'viewServers',
    answer: (call) => ok(serverBody(call, findServer(call))),
  },
];

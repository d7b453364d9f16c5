import { noContent, notFound, ok, type Reply } from '../http/reply.ts';
import type { Call, GuardedRoute } from '../http/route-types.ts';
import { findServer, refuseUnlessActive } from './find-server.ts';
import { readPolicyId } from './policy-id.ts';

const path = '/v2/servers/:account/:server/cpuAutoscalePolicy';

/** The autoscale policy of a server: interface.md §4.3, service-facts 1.4. All of it takes effect at once. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'autoscaleAssignments.set',
    method: 'PUT',
    path,
    needs: 'assignPolicies',
    answer(call) {
      const server = findServer(call);
      const id = readPolicyId(call, call.store.autoscalePolicies, 'The autoscale policy does not exist.');
      refuseUnlessActive(server);
      server.autoscalePolicyId = id;
      return assignment(call, id);
    },
  },
  {
    name: 'autoscaleAssignments.view',
    method: 'GET',
    path,
    needs: 'viewServers',
    answer(call) {
      const { autoscalePolicyId } = findServer(call);
      return autoscalePolicyId === undefined ? notFound : assignment(call, autoscalePolicyId);
    },
  },
  {
    name: 'autoscaleAssignments.remove',
    method: 'DELETE',
    path,
    needs: 'assignPolicies',
    answer(call) {
      const server = findServer(call);
      if (server.autoscalePolicyId === undefined) return notFound;
      delete server.autoscalePolicyId;
      return noContent;
    },
  },
];

/** The one href that repeats the request's own spelling (service-facts 4, T2). */
function assignment({ param }: Call, id: string): Reply {
  const href = `/v2/servers/${param('account')}/${param('server')}/cpuAutoscalePolicy`;
  return ok({ id, links: [{ rel: 'self', href }] });
}

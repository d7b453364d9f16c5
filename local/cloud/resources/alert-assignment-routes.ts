import { linkFor } from '../http/link-verbs.ts';
import { noContent, notFound, ok } from '../http/reply.ts';
import type { Call, GuardedRoute } from '../http/route-types.ts';
import { findServer, refuseUnlessActive } from './find-server.ts';
import { readPolicyId } from './policy-id.ts';

/**
 * Alert policies on servers: interface.md §4.2, service-facts 1.3 and 2.5. The document and the service's own links
 * disagree on where the POST goes, so there is one route for each and a setting to choose.
 */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'alertAssignments.addAsDocumented',
    method: 'POST',
    path: '/v2/servers/:account/:server',
    needs: 'assignPolicies',
    exists: ({ alertAssignmentPath }) => alertAssignmentPath !== 'sub',
    answer: assign,
  },
  {
    name: 'alertAssignments.addAsLinked',
    method: 'POST',
    path: '/v2/servers/:account/:server/alertPolicies',
    needs: 'assignPolicies',
    exists: ({ alertAssignmentPath }) => alertAssignmentPath !== 'doc',
    answer: assign,
  },
  {
    name: 'alertAssignments.remove',
    method: 'DELETE',
    path: '/v2/servers/:account/:server/alertPolicies/:policy',
    needs: 'assignPolicies',
    answer(call) {
      const wasThere = findServer(call).alertPolicyIds.delete(call.param('policy').toLowerCase());
      return wasThere ? noContent : notFound;
    },
  },
];

function assign(call: Call) {
  const server = findServer(call);
  const id = readPolicyId(call, call.store.alertPolicies, 'The alert policy does not exist.');
  refuseUnlessActive(server);
  server.alertPolicyIds.add(id);
  const href = `/v2/servers/${call.account.toLowerCase()}/${server.id}/alertPolicies/${id}`;
  return ok({ id, links: linkFor(call.caller, { rel: 'self', href }, { DELETE: 'assignPolicies' }) });
}

import { linksFor } from '../http/link-verbs.ts';
import { noContent, notFound, ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import { findServer, readPolicyId, refuseUnlessActive } from './find-own.ts';

/*
 * Alert policies on servers (docs/cloud-api.md, Alert policies of a server), and the autoscale policy of a server
 * (docs/cloud-api.md, Autoscale policies). All changes take effect at once.
 */

export function assignAlert(call: Call): Reply {
  const server = findServer(call);
  const id = readPolicyId(call, call.store.alertPolicies, 'The alert policy does not exist.');
  refuseUnlessActive(server);
  server.alertPolicyIds.add(id);
  const href = `/v2/servers/${call.account.toLowerCase()}/${server.id}/alertPolicies/${id}`;
  return ok({ id, links: linksFor(call.caller, [['self', href, { DELETE: 'assignPolicies' }]]) });
}

export function unassignAlert(call: Call): Reply {
  const wasThere = findServer(call).alertPolicyIds.delete(call.param('policy').toLowerCase());
  return wasThere ? noContent : notFound;
}

export function setAutoscale(call: Call): Reply {
  const server = findServer(call);
  const id = readPolicyId(call, call.store.autoscalePolicies, 'The autoscale policy does not exist.');
  refuseUnlessActive(server);
  server.autoscalePolicyId = id;
  return autoscaling(call, id);
}

export function viewAutoscale(call: Call): Reply {
  const { autoscalePolicyId } = findServer(call);
  return autoscalePolicyId === undefined ? notFound : autoscaling(call, autoscalePolicyId);
}

export function removeAutoscale(call: Call): Reply {
  const server = findServer(call);
  if (server.autoscalePolicyId === undefined) return notFound;
  delete server.autoscalePolicyId;
  return noContent;
}

/** Returns the assignment. Its href has the spelling of the request, unlike others (docs/cloud-api.md, Autoscale policies). */
function autoscaling({ param }: Call, id: string): Reply {
  const href = `/v2/servers/${param('account')}/${param('server')}/cpuAutoscalePolicy`;
  return ok({ id, links: [{ rel: 'self', href }] });
}

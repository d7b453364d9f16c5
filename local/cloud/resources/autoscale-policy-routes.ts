import { ok, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import type { AutoscalePolicy } from '../store/cloud-store.ts';
import { allOwn, findOwn } from './find-own.ts';

/* Vertical autoscale policies, which are read-only in the service (docs/cloud-api.md, Autoscale policies). */

export const list = (call: Call): Reply => ok(allOwn(call, call.store.autoscalePolicies).map(policyBody));

export const get = (call: Call): Reply =>
  ok(policyBody(findOwn(call, call.store.autoscalePolicies, 'policy')));

/** Returns the path of an autoscale policy, in lower case. */
export const hrefOf = ({ account, id }: AutoscalePolicy): string =>
  `/v2/autoscalePolicies/${account.toLowerCase()}/${id}`;

function policyBody(policy: AutoscalePolicy): object {
  const { id, name, account: _account, ...rest } = policy;
  return { id, name, resourceType: 'cpu', ...rest, links: [{ rel: 'self', href: hrefOf(policy) }] };
}

import { HttpError, notFound, ok } from '../http/reply.ts';
import type { GuardedRoute } from '../http/route-types.ts';
import type { AutoscalePolicy } from '../store/cloud-store.ts';

/** Vertical autoscale policies, which the service only lets read: interface.md §4.3, service-facts 1.4. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'autoscalePolicies.list',
    method: 'GET',
    path: '/v2/autoscalePolicies/:account',
    needs: 'viewServers',
    answer({ store, account }) {
      const policies = [...store.autoscalePolicies.values()].filter((policy) => policy.account === account);
      return ok(policies.map(policyBody));
    },
  },
  {
    name: 'autoscalePolicies.get',
    method: 'GET',
    path: '/v2/autoscalePolicies/:account/:policy',
    needs: 'viewServers',
    answer({ store, account, param }) {
      const policy = store.autoscalePolicies.get(param('policy').toLowerCase());
      if (policy?.account !== account) throw new HttpError(notFound);
      return ok(policyBody(policy));
    },
  },
];

/** Where an autoscale policy is, in lower case. */
export function hrefOf({ account, id }: AutoscalePolicy): string {
  return `/v2/autoscalePolicies/${account.toLowerCase()}/${id}`;
}

function policyBody(policy: AutoscalePolicy): object {
  return {
    id: policy.id,
    name: policy.name,
    resourceType: 'cpu',
    thresholdPeriodMinutes: policy.thresholdPeriodMinutes,
    scaleUpIncrement: policy.scaleUpIncrement,
    range: policy.range,
    scaleUpThreshold: policy.scaleUpThreshold,
    scaleDownThreshold: policy.scaleDownThreshold,
    scaleDownWindow: policy.scaleDownWindow,
    links: [{ rel: 'self', href: hrefOf(policy) }],
  };
}

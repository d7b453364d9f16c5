import { flag, object, text } from '../http/body-schema.ts';
import { network } from '../http/check-cidr.ts';
import { HttpError, invalid, noContent, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import type { CrossFirewall } from '../store/cloud-store.ts';
import { accountIn, changeNow, findLocation, firewallsOf } from './firewall-routes.ts';

/*
 * Firewall policies between data centers. The data center in the path is the source, contrary to the published documentation
 * (docs/cloud-api.md, Firewall policies between data centers).
 */

const policies = firewallsOf<CrossFirewall>({
  path: 'crossDcFirewallPolicies',
  all: ({ crossFirewalls }) => crossFirewalls,
  placeOf: ({ sourceAccount, sourceLocation }) => [sourceAccount, sourceLocation],
  hasAbsoluteHrefs: false,
  fieldsOf: (policy) => ({
    sourceCidr: policy.sourceCidr,
    sourceAccount: policy.sourceAccount.toLowerCase(),
    sourceLocation: policy.sourceLocation,
    destinationCidr: policy.destinationCidr,
    destinationAccount: policy.destinationAccount.toLowerCase(),
    destinationLocation: policy.destinationLocation,
  }),
});
export const { list, get, remove } = policies;

export function create(call: Call): Reply {
  const sourceLocation = findLocation(call);
  const wanted = call.body(policyIn(call, sourceLocation));
  const policy = {
    id: call.store.random.hexId(),
    enabled: wanted.enabled,
    sourceCidr: wanted.sourceCidr,
    sourceAccount: call.account,
    sourceLocation,
    destinationCidr: wanted.destinationCidr,
    destinationAccount: wanted.destinationAccountId,
    destinationLocation: wanted.destinationLocationId,
    change: changeNow(call),
  };
  return policies.add(call, policy, policies.bodyOf(call, policy));
}

export function update(call: Call): Reply {
  const policy = policies.find(call);
  const enabled = call.query.flag('enabled');
  if (enabled === undefined) throw new HttpError(invalid({ enabled: ['true or false is expected.'] }));
  policy.enabled = enabled;
  policy.change = changeNow(call);
  return noContent;
}

const policyIn = ({ store }: Call, sourceLocation: string) =>
  object({
    enabled: flag,
    sourceCidr: network,
    destinationCidr: network,
    destinationAccountId: accountIn(store),
    destinationLocationId: text
      .toLowerCase()
      .refine((location) => store.dataCenters.has(location), 'The data center does not exist.')
      .refine(
        (location) => location !== sourceLocation,
        'The destination must be another data center than the source.',
      ),
  });

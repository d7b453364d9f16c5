import { flag, object, text } from '../http/body-schema.ts';
import { network } from '../http/check-cidr.ts';
import { linkFor } from '../http/link-verbs.ts';
import { created, HttpError, invalid, noContent, notFound, ok } from '../http/reply.ts';
import type { Call, GuardedRoute } from '../http/route-types.ts';
import type { CrossFirewall } from '../store/cloud-store.ts';
import { firewallStatus } from '../store/firewalls.ts';
import { absolute, accountIn, changeNow, findLocation } from './firewall-path.ts';

const all = '/v2-experimental/crossDcFirewallPolicies/:account/:dataCenter';
const policyPath = `${all}/:policy`;

/**
 * Firewall policies between data centers: interface.md §4.8, service-facts 1.12 and 2.3. The data center in the path
 * is the source, contrary to the document (service-facts 4, T28).
 */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'crossFirewalls.create',
    method: 'POST',
    path: all,
    needs: 'changeFirewalls',
    answer(call) {
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
      call.store.crossFirewalls.set(policy.id, policy);
      return created(hrefOf(call, policy), policyBody(call, policy));
    },
  },
  {
    name: 'crossFirewalls.list',
    method: 'GET',
    path: all,
    needs: 'viewFirewalls',
    answer(call) {
      const location = findLocation(call);
      const destination = call.query.text('destinationAccountId', 'destinationAccount')?.toUpperCase();
      const policies = [...call.store.crossFirewalls.values()].filter(
        (policy) =>
          policy.sourceAccount === call.account &&
          policy.sourceLocation === location &&
          (destination === undefined || policy.destinationAccount === destination),
      );
      return ok(policies.map((policy) => policyBody(call, policy)));
    },
  },
  {
    name: 'crossFirewalls.get',
    method: 'GET',
    path: policyPath,
    needs: 'viewFirewalls',
    answer: (call) => ok(policyBody(call, findPolicy(call))),
  },
  {
    name: 'crossFirewalls.update',
    method: 'PUT',
    path: policyPath,
    needs: 'changeFirewalls',
    answer(call) {
      const policy = findPolicy(call);
      const enabled = call.query.flag('enabled');
      if (enabled === undefined) throw new HttpError(invalid({ enabled: ['true or false is expected.'] }));
      policy.enabled = enabled;
      policy.change = changeNow(call);
      return noContent;
    },
  },
  {
    name: 'crossFirewalls.delete',
    method: 'DELETE',
    path: policyPath,
    needs: 'changeFirewalls',
    answer(call) {
      call.store.crossFirewalls.delete(findPolicy(call).id);
      return noContent;
    },
  },
];

function findPolicy(call: Call): CrossFirewall {
  const location = findLocation(call);
  const policy = call.store.crossFirewalls.get(call.param('policy').toLowerCase());
  if (policy?.sourceAccount !== call.account || policy.sourceLocation !== location) {
    throw new HttpError(notFound);
  }
  return policy;
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

/** Relative, as published, unless the settings want it like the other kind. */
function hrefOf(call: Call, { sourceAccount, sourceLocation, id }: CrossFirewall): string {
  const path = `/v2-experimental/crossDcFirewallPolicies/${sourceAccount.toLowerCase()}/${sourceLocation}/${id}`;
  return call.settings.crossHrefs === 'absolute' ? absolute(call, path) : path;
}

function policyBody(call: Call, policy: CrossFirewall): object {
  return {
    id: policy.id,
    status: firewallStatus(policy, call.now),
    enabled: policy.enabled,
    sourceCidr: policy.sourceCidr,
    sourceAccount: policy.sourceAccount.toLowerCase(),
    sourceLocation: policy.sourceLocation,
    destinationCidr: policy.destinationCidr,
    destinationAccount: policy.destinationAccount.toLowerCase(),
    destinationLocation: policy.destinationLocation,
    links: linkFor(
      call.caller,
      { rel: 'self', href: hrefOf(call, policy) },
      { GET: 'viewFirewalls', PUT: 'changeFirewalls', DELETE: 'changeFirewalls' },
    ),
  };
}

import { flag, object, texts } from '../http/body-schema.ts';
import { isCidr } from '../http/check-cidr.ts';
import { type Link, linkFor } from '../http/link-verbs.ts';
import { created, HttpError, noContent, notFound, ok } from '../http/reply.ts';
import type { Call, GuardedRoute } from '../http/route-types.ts';
import type { LocalFirewall } from '../store/cloud-store.ts';
import { firewallStatus } from '../store/firewalls.ts';
import { absolute, accountIn, changeNow, findLocation } from './firewall-path.ts';

const all = '/v2-experimental/firewallPolicies/:account/:dataCenter';
const policyPath = `${all}/:policy`;

/** Firewall policies inside a data center: service-facts 2.2. */
export const routes: readonly GuardedRoute[] = [
  {
    name: 'localFirewalls.create',
    method: 'POST',
    path: all,
    needs: 'changeFirewalls',
    answer(call) {
      const location = findLocation(call);
      const wanted = call.body(policyIn(call));
      const id = call.store.random.hexId();
      const policy = { id, account: call.account, location, ...wanted, change: changeNow(call) };
      call.store.localFirewalls.set(id, policy);
      return created(hrefOf(call, policy), { links: linksOf(call, policy) });
    },
  },
  {
    name: 'localFirewalls.list',
    method: 'GET',
    path: all,
    needs: 'viewFirewalls',
    answer(call) {
      const location = findLocation(call);
      const destination = call.query.text('destinationAccount', 'destinationAccountId')?.toUpperCase();
      const policies = [...call.store.localFirewalls.values()].filter(
        (policy) =>
          policy.account === call.account &&
          policy.location === location &&
          (destination === undefined || policy.destinationAccount === destination),
      );
      return ok(policies.map((policy) => policyBody(call, policy)));
    },
  },
  {
    name: 'localFirewalls.get',
    method: 'GET',
    path: policyPath,
    needs: 'viewFirewalls',
    answer: (call) => ok(policyBody(call, findPolicy(call))),
  },
  {
    name: 'localFirewalls.update',
    method: 'PUT',
    path: policyPath,
    needs: 'changeFirewalls',
    answer(call) {
      const policy = findPolicy(call);
      Object.assign(policy, call.body(changesTo(policy)), { change: changeNow(call) });
      return noContent;
    },
  },
  {
    name: 'localFirewalls.delete',
    method: 'DELETE',
    path: policyPath,
    needs: 'changeFirewalls',
    answer(call) {
      call.store.localFirewalls.delete(findPolicy(call).id);
      return noContent;
    },
  },
];

function findPolicy(call: Call): LocalFirewall {
  const location = findLocation(call);
  const policy = call.store.localFirewalls.get(call.param('policy').toLowerCase());
  if (policy?.account !== call.account || policy.location !== location) throw new HttpError(notFound);
  return policy;
}

const networks = texts.refine(
  (cidrs) => cidrs.every(isCidr),
  'Each value must be a network in CIDR notation.',
);
const ports = texts
  .transform((all) => all.map((port) => port.toLowerCase()))
  .refine((all) => all.every(isPortRule), 'Each port must be any, icmp, tcp/N, tcp/N-M, udp/N or udp/N-M.');

/** The account at the other end is the caller's own when left out, as recorded (service-facts 2.2). */
const policyIn = ({ store, account: own }: Call) =>
  object({
    destinationAccount: accountIn(store).default(own),
    source: networks,
    destination: networks,
    ports,
    enabled: flag.default(true),
  });

const changesTo = (policy: LocalFirewall) =>
  object({
    enabled: flag.default(policy.enabled),
    source: networks.default(policy.source),
    destination: networks.default(policy.destination),
    ports: ports.default([...policy.ports]),
  });

function isPortRule(rule: string): boolean {
  const [, first, last] = /^(?:tcp|udp)\/(\d{1,5})(?:-(\d{1,5}))?$/.exec(rule) ?? [];
  if (first === undefined) return rule === 'any' || rule === 'icmp';
  const [low, high] = [Number(first), Number(last ?? first)];
  return low >= 1 && low <= high && high <= 65_535;
}

function hrefOf(call: Call, { account, location, id }: LocalFirewall): string {
  return absolute(call, `/v2-experimental/firewallPolicies/${account.toLowerCase()}/${location}/${id}`);
}

function linksOf(call: Call, policy: LocalFirewall): Link[] {
  return linkFor(
    call.caller,
    { rel: 'self', href: hrefOf(call, policy) },
    { GET: 'viewFirewalls', PUT: 'changeFirewalls', DELETE: 'changeFirewalls' },
  );
}

function policyBody(call: Call, policy: LocalFirewall): object {
  return {
    id: policy.id,
    status: firewallStatus(policy, call.now),
    enabled: policy.enabled,
    source: policy.source,
    destination: policy.destination,
    destinationAccount: policy.destinationAccount.toLowerCase(),
    ports: policy.ports,
    links: linksOf(call, policy),
  };
}

import { flag, object, texts } from '../http/body-schema.ts';
import { isCidr } from '../http/check-cidr.ts';
import { noContent, type Reply } from '../http/reply.ts';
import type { Call } from '../http/route-types.ts';
import type { LocalFirewall } from '../store/cloud-store.ts';
import { accountIn, changeNow, findLocation, firewallsOf } from './firewall-routes.ts';

/* Firewall policies inside a data center (docs/cloud-api.md, Firewall policies inside a data center). */

const policies = firewallsOf<LocalFirewall>({
  path: 'firewallPolicies',
  all: ({ localFirewalls }) => localFirewalls,
  placeOf: ({ account, location }) => [account, location],
  hasAbsoluteHrefs: true,
  fieldsOf: ({ source, destination, destinationAccount, ports }) => ({
    source,
    destination,
    destinationAccount: destinationAccount.toLowerCase(),
    ports,
  }),
});
export const { list, get, remove } = policies;

export function create(call: Call): Reply {
  const location = findLocation(call);
  const wanted = call.body(policyIn(call));
  const id = call.store.random.hexId();
  const policy = { id, account: call.account, location, ...wanted, change: changeNow(call) };
  return policies.add(call, policy, { links: policies.linksOf(call, policy) });
}

export function update(call: Call): Reply {
  const policy = policies.find(call);
  Object.assign(policy, call.body(changesTo(policy)), { change: changeNow(call) });
  return noContent;
}

const networks = texts.refine(
  (cidrs) => cidrs.every(isCidr),
  'Each value must be a network in CIDR notation.',
);
const ports = texts
  .transform((all) => all.map((port) => port.toLowerCase()))
  .refine((all) => all.every(isPortRule), 'Each port must be any, icmp, tcp/N, tcp/N-M, udp/N or udp/N-M.');

/** The account at the other end defaults to the caller's own (docs/cloud-api.md, Firewall policies inside a data center). */
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

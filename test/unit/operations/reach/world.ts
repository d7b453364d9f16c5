import fc from 'fast-check';
import type { PublicIp, ServerEntry } from '../../../../src/cloud/index.ts';
import { addressesOf } from '../../../../src/network/cidr.ts';
import type { Rule, RuleScope } from '../../../../src/network/network-change.ts';
import { includes } from '../../../../src/network/ranges.ts';
import type { Context } from '../../../../src/operations/context/context.ts';
import { otherAccount, whereabouts } from '../../../../src/operations/firewall/firewall.ts';
import { rule } from '../../policy/ways.ts';

/** A context whose account has other servers, and public IPs that allow something else. */
export function withOther(
  context: Context,
  {
    servers: change = (all) => all,
    publicIp: found,
  }: {
    readonly servers?: (all: readonly ServerEntry[]) => readonly ServerEntry[];
    readonly publicIp?: (address: string) => PublicIp;
  },
): Context {
  const { servers, publicIps } = context.service;
  const service: Context['service'] = {
    ...context.service,
    servers: { ...servers, all: async (...asked) => [...change(await servers.all(...asked))] },
    publicIps: { ...publicIps, get: async (id, address) => found?.(address) ?? publicIps.get(id, address) },
  };
  return { ...context, service };
}

/** A public IP that is open on SSH; without sources, to everyone. */
export const publicIpOf = (internalIPAddress: string, sources: readonly string[]): PublicIp => ({
  internalIPAddress,
  ports: [{ protocol: 'TCP', port: 22 }],
  sourceRestrictions: sources.map((cidr) => ({ cidr })),
});

/* Two accounts with two servers each, with any policies and public IPs, and the access that a check of each of them finds. */

const addresses: Readonly<Record<string, string>> = {
  DE1ACMEWEB03: '10.95.131.14',
  VA1ACMEDB01: '10.95.173.21',
  DE1ACDVDEV01: '10.87.131.11',
  VA1ACDVDEV01: '10.87.173.11',
};
const names = Object.keys(addresses);
const onInternet = ['1.1.1.1', '8.1.1.1', '8.8.8.8', '9.9.9.9', '11.1.1.1'];
/** One address of each part into which the servers and the ranges below divide all addresses. */
const samples = [...onInternet, ...Object.values(addresses), '10.95.131.99', '10.1.1.1', '172.16.1.1'];

const server = fc.constantFrom(...names);
const range = fc.oneof(server, fc.constantFrom('10.0.0.0/8', '0.0.0.0/0'));
const policy = fc.record({
  from: server,
  to: server,
  source: range,
  destination: range,
  enabled: fc.boolean(),
});
const publicIp = fc.record({
  to: server,
  sources: fc.constantFrom([], ['8.0.0.0/6'], ['8.8.8.8/32', '11.0.0.0/8']),
});

/** A world, and a question about it. */
export const questions = fc.record({
  from: fc.oneof(server, fc.constantFrom('0.0.0.0/0', '8.0.0.0/6', '8.0.0.0/8', '10.95.131.0/24')),
  to: server,
  policies: fc.array(policy, { maxLength: 12 }),
  publicIps: fc.array(publicIp, { maxLength: 3 }),
});
type Question = typeof questions extends fc.Arbitrary<infer Value> ? Value : never;
type World = Pick<Question, 'policies' | 'publicIps'>;

const placeOf = (name: string) => ({ dataCenter: name.slice(0, 3).toLowerCase(), account: name.slice(3, 7) });
const rangeOf = (end: string): string => (addresses[end] === undefined ? end : `${addresses[end]}/32`);
const has = (end: string, address = ''): boolean =>
  includes(addressesOf([rangeOf(end)]), addressesOf([`${address}/32`]));

/** The expected answer of `reach`. */
export function verdictOf({ from, to, policies, publicIps }: Question): string {
  const places = new Set(names.filter((name) => has(from, addresses[name])).map((name) => name.slice(0, 7)));
  const opens = (address: string): boolean =>
    publicIps.some(
      (one) =>
        one.to === to && (one.sources.length === 0 || one.sources.some((source) => has(source, address))),
    );
  const allows = (address: string): boolean =>
    policies.some(
      (one) =>
        one.enabled &&
        one.to.slice(0, 7) === to.slice(0, 7) &&
        (places.size !== 1 || places.has(one.from.slice(0, 7))) &&
        has(one.source, address) &&
        has(one.destination, addresses[to]),
    );
  const each = samples
    .filter((address) => has(from, address))
    .map((address) => (onInternet.includes(address) ? opens(address) : allows(address)));
  if (!each.includes(true)) return 'Not allowed';
  return each.includes(false) ? 'Partly allowed' : 'Allowed';
}

/** The context of one of the accounts. */
export function contextIn(world: World, account: string, context: Context): Context {
  return {
    ...withOther(context, {
      servers: (all) =>
        all
          .filter(({ name }) => names.includes(name))
          .map((one) => ({
            ...one,
            addresses: [
              { internal: addresses[one.name] ?? '' },
              ...world.publicIps.flatMap(({ to }, at) =>
                to === one.name ? [{ public: `203.0.113.${at}` }] : [],
              ),
            ],
          })),
      publicIp: (address) => publicIpAt(world, address),
    }),
    rulesAt: async (scope) => rulesAt(world, account, scope),
  };
}

function rulesAt({ policies }: World, account: string, scope: RuleScope): readonly Rule[] {
  if (scope.kind === 'public') return [];
  return policies.flatMap((one, at) => {
    const [from, to] = [placeOf(one.from), placeOf(one.to)];
    const isInside = from.dataCenter === to.dataCenter;
    if (from.account !== account || from.dataCenter !== scope.dataCenter) return [];
    if (isInside !== (scope.kind === 'inside')) return [];
    const into = otherAccount(to.account, { alias: account });
    return rule(`${at}`, `${rangeOf(one.source)} > ${rangeOf(one.destination)}`, {
      to: whereabouts(to.dataCenter, into, { alias: account }),
      into,
      enabled: one.enabled,
    });
  });
}

function publicIpAt({ publicIps }: World, address: string): PublicIp {
  const { to = '', sources = [] } = publicIps[Number(address.split('.').at(-1))] ?? {};
  return publicIpOf(addresses[to] ?? '', sources);
}

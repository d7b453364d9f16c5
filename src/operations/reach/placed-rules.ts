import type { PublicIp, ServerEntry } from '../../cloud/index.ts';
import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import { maxConcurrency, settleConcurrently } from '../../core/map-concurrently.ts';
import type { Rule, RuleScope } from '../../network/network-change.ts';
import { meets } from '../../network/ranges.ts';
import type { Context } from '../context/context.ts';
import { orAnywhere, portsOf } from '../public-ips/public-ip.ts';
import { addressesOfServer } from '../servers/server-addresses.ts';
import { internet, type Place } from './reach-end.ts';

/** A firewall policy, or what a public IP lets in, with the place of its sources. */
export interface PlacedRule extends Rule {
  readonly scope: RuleScope;
  /** A data center in capitals, or `internet`. */
  readonly from: string;
}

/** The rules that can be about some traffic, and what could not be read of them, as clauses: "policies inside DE1". */
export interface ReadRules {
  readonly rules: readonly PlacedRule[];
  readonly unread: readonly string[];
}

/** Reads all rules that can be about traffic from some places to others. Rejects only if nothing at all could be read. */
export async function readRules(
  from: readonly Place[],
  to: readonly Place[],
  context: Context,
): Promise<ReadRules> {
  const sources = await sourcesOf(from, to, context);
  const settled = await settleConcurrently(sources, ({ read }) => read(), maxConcurrency.reads);
  const failed = settled.flatMap((one, at) =>
    one.status === 'rejected' ? [{ error: one.reason, what: sources[at]?.what ?? '' }] : [],
  );
  const surprise = failed.find(({ error }) => !(error instanceof CloudApiError));
  if (surprise) throw surprise.error;
  if (failed.length > 0 && failed.length === settled.length) throw failed[0]?.error;
  return {
    rules: settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    unread: failed.map(({ what }) => what),
  };
}

/** Something to read, and its name as a clause. */
interface Source {
  readonly what: string;
  read(): Promise<readonly PlacedRule[]>;
}

async function sourcesOf(
  from: readonly Place[],
  to: readonly Place[],
  context: Context,
): Promise<readonly Source[]> {
  const inside = from.filter(({ at }) => at !== internet);
  const codes = [...inside, ...to].every(({ at }) => at !== undefined)
    ? []
    : (await context.service.dataCenters.list()).map(({ id }) => id.toUpperCase());
  const dataCenters = new Set(inside.flatMap(({ at }) => at ?? codes));
  const scopes = [...dataCenters].flatMap((dataCenter): DataCenterScope[] => [
    ...(to.some(({ at = dataCenter }) => at === dataCenter) ? [{ kind: 'inside', dataCenter } as const] : []),
    ...(to.some(({ at }) => at !== dataCenter) ? [{ kind: 'between', dataCenter } as const] : []),
  ]);
  return [
    ...scopes.map((scope) => policies(scope, context)),
    ...(inside.length < from.length ? await publicIps(to, context) : []),
  ];
}

type DataCenterScope = Extract<RuleScope, { readonly dataCenter: string }>;

function policies({ kind, dataCenter }: DataCenterScope, context: Context): Source {
  const scope = { kind, dataCenter: dataCenter.toLowerCase() };
  return {
    what: kind === 'inside' ? `policies inside ${dataCenter}` : `policies from ${dataCenter}`,
    read: async () => (await context.rulesAt(scope)).map((rule) => ({ ...rule, scope, from: dataCenter })),
  };
}

/** The public IPs of the servers that have an address in these places. */
async function publicIps(places: readonly Place[], context: Context): Promise<readonly Source[]> {
  const servers = (await context.service.servers.all()).filter((server) =>
    places.some(({ addresses }) => meets(addressesOfServer(server), addresses)),
  );
  return servers.flatMap((server) =>
    (server.addresses ?? []).flatMap((address) =>
      address.public === undefined ? [] : [publicIp(address.public, server, context)],
    ),
  );
}

const publicIp = (address: string, server: ServerEntry, { service }: Context): Source => ({
  what: `public IP ${address}`,
  read: async () => [ruleOf(address, server, await service.publicIps.get(server.id, address))],
});

function ruleOf(address: string, server: ServerEntry, { ports, ...ip }: PublicIp): PlacedRule {
  return {
    id: address,
    scope: { kind: 'public', server: server.id },
    from: internet,
    status: 'active',
    enabled: true,
    sources: orAnywhere(ip.sourceRestrictions.map(({ cidr }) => cidr)),
    destinations: ip.internalIPAddress === undefined ? [] : [`${ip.internalIPAddress}/32`],
    ports: portsOf(ports),
    to: server.dataCenter.toUpperCase(),
    into: undefined,
    summary: `${address} → ${server.name}`,
  };
}

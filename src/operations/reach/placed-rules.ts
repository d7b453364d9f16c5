import type { PublicIp } from '../../cloud/index.ts';
import { areAddressesRead } from '../../cloud/model/all-addresses.ts';
import { CloudApiError } from '../../cloud/model/cloud-error.ts';
import { maxConcurrency, settleConcurrently } from '../../core/map-concurrently.ts';
import { unknown } from '../../core/unknown-text.ts';
import { canonicalAddresses } from '../../network/canonical-lists.ts';
import type { Rule, RuleScope } from '../../network/network-change.ts';
import { portRangeOf } from '../../network/port-range.ts';
import { meets } from '../../network/ranges.ts';
import type { Context } from '../context/context.ts';
import { otherAccount, readWhereabouts, whereabouts } from '../firewall/firewall.ts';
import { noPorts, orAnywhere, publicIpContent } from '../public-ips/public-ip.ts';
import { addressesOfServer } from '../servers/server-addresses.ts';
import { type Accounts, type PlacedServer, placedServers } from './placed-servers.ts';
import { internet, type Place } from './reach-end.ts';

/** A firewall policy or the access to a public IP, with the place of its sources. */
export interface PlacedRule extends Rule {
  readonly scope: RuleScope;
  /** A data center as in "VA1", "VA1 (ACDV)" in the peer, or `internet`. */
  readonly from: string;
  /** The account that owns it; for a policy, the account of its sources. */
  readonly owner: Context;
}

/** The rules that may concern some traffic. `unread`: those that could not be read, as clauses such as "policies inside DE1". */
export interface ReadRules {
  readonly rules: readonly PlacedRule[];
  readonly unread: readonly string[];
}

/**
 * Reads all rules that may concern traffic between the given places. Rejects if every read failed, at least one of them in the
 * account of the request.
 */
export async function readRules(
  from: readonly Place[],
  to: readonly Place[],
  accounts: Accounts,
): Promise<ReadRules> {
  const sources = await sourcesOf(from, to, accounts);
  const settled = await settleConcurrently(sources, ({ read }) => read(), maxConcurrency.reads);
  const failed = sources.flatMap((source, at) => {
    const one = settled[at];
    return one?.status === 'rejected' ? [{ ...source, error: one.reason }] : [];
  });
  const surprise = failed.find(({ error }) => !(error instanceof CloudApiError));
  if (surprise) throw surprise.error;
  const ours = failed.find(({ owner }) => owner === accounts[0]);
  if (ours && failed.length === settled.length) throw ours.error;
  return {
    rules: settled.flatMap((one) => (one.status === 'fulfilled' ? one.value : [])),
    unread: [...Map.groupBy(failed, ({ owner }) => owner)].flatMap(([owner, some]) =>
      some.length > 1 && sources.filter((one) => one.owner === owner).length === some.length
        ? [`policies of ${owner.service.alias}`]
        : some.map(({ what }) => what),
    ),
  };
}

/** A set of rules to read from an account. `what` names it as a clause. */
interface Source {
  readonly what: string;
  readonly owner: Context;
  read(): Promise<readonly PlacedRule[]>;
}

async function sourcesOf(
  from: readonly Place[],
  to: readonly Place[],
  accounts: Accounts,
): Promise<readonly Source[]> {
  const [own] = accounts;
  const inside = from.filter(({ at }) => at !== internet);
  const centers = [...inside, ...to].every(({ at }) => at !== undefined)
    ? []
    : await own.service.dataCenters.list();
  const codes = centers.flatMap(({ id }) => (id === unknown ? [] : [id.toUpperCase()]));
  const ofPolicies = accounts.flatMap((owner) => {
    const account = otherAccount(owner.service.alias, own.service);
    const dataCenters = new Set(
      inside.flatMap(({ at }) => (at === undefined ? codes : dataCenterIn(account, at))),
    );
    return [...dataCenters].flatMap((dataCenter) =>
      scopesAt(dataCenter, to).map((scope) => policies(scope, owner, own)),
    );
  });
  return [
    ...ofPolicies,
    ...(codes.length < centers.length ? [unreadSource('policies of a data center without a code', own)] : []),
    ...(inside.length < from.length ? await publicIps(to, accounts) : []),
  ];
}

/** Rules that can't be asked for, since what leads to them can't be read. */
const unreadSource = (what: string, owner: Context, error = unreadable): Source => ({
  what,
  owner,
  read: () => Promise.reject(error),
});

const unreadable = new CloudApiError('unexpected-answer', { method: 'GET', path: '' });

/** Returns the data center if it is in this account, else nothing: a policy belongs to the account of its sources. */
function dataCenterIn(account: string | undefined, at: string): readonly string[] {
  const place = readWhereabouts(at);
  return place.account === account ? [place.dataCenter] : [];
}

type DataCenterScope = Extract<RuleScope, { readonly dataCenter: string }>;

/** Returns the scopes to read. Policies inside a data center can also lead to another account in it. */
function scopesAt(dataCenter: string, to: readonly Place[]): readonly DataCenterScope[] {
  const known = to.map(({ at }) => (at === undefined ? undefined : readWhereabouts(at).dataCenter));
  return [
    ...(known.some((one = dataCenter) => one === dataCenter)
      ? [{ kind: 'inside', dataCenter } as const]
      : []),
    ...(known.some((one) => one !== dataCenter) ? [{ kind: 'between', dataCenter } as const] : []),
  ];
}

function policies({ kind, dataCenter }: DataCenterScope, owner: Context, { service }: Context): Source {
  const scope = { kind, dataCenter: dataCenter.toLowerCase() };
  const seen = (at: string): string => {
    if (at === unknown) return at;
    const place = readWhereabouts(at);
    return whereabouts(place.dataCenter, place.account ?? owner.service.alias, service);
  };
  const from = seen(dataCenter);
  return {
    what: kind === 'inside' ? `policies inside ${from}` : `policies from ${from}`,
    owner,
    read: async () =>
      (await owner.rulesAt(scope)).map((rule) => ({ ...rule, scope, owner, from, to: seen(rule.to) })),
  };
}

/** Returns the public IPs of the servers with an address in these places, or with one that leads to an unknown address there. */
async function publicIps(places: readonly Place[], accounts: Accounts): Promise<readonly Source[]> {
  const { all, peerError } = await placedServers(accounts);
  const isThere = (server: PlacedServer): boolean =>
    places.some(({ at }) => at === undefined || at === server.at);
  const isMet = (server: PlacedServer): boolean =>
    places.some(({ addresses }) => meets(addressesOfServer(server), addresses));
  const [, peer] = accounts;
  return [
    ...all.flatMap((server) =>
      (server.addresses ?? []).flatMap(({ public: address, internal }) =>
        // Where one leads without its private address, its own look-up may say.
        address !== undefined && (isMet(server) || (internal === undefined && isThere(server)))
          ? [publicIp(address, internal, server)]
          : [],
      ),
    ),
    ...(peer && peerError ? [unreadSource(`public IPs of ${peer.service.alias}`, peer, peerError)] : []),
    ...all
      .filter((server) => !areAddressesRead(server) && isThere(server))
      .map((server) => unreadSource(`all public IPs of ${server.name}`, server.owner)),
  ];
}

/** A public IP of a server; `internal`: where it leads, if the server shows that. */
const publicIp = (address: string, internal: string | undefined, server: PlacedServer): Source => ({
  what: `public IP ${address}`,
  owner: server.owner,
  async read() {
    const found = await server.owner.service.publicIps.get(server.id, address);
    return [ruleOf(address, server, { internalIPAddress: internal, ...found })];
  },
});

function ruleOf(address: string, server: PlacedServer, publicIp: PublicIp): PlacedRule {
  const { internal, ports, from } = publicIpContent(publicIp);
  return {
    id: address,
    scope: { kind: 'public', server: server.id },
    from: internet,
    owner: server.owner,
    status: 'active',
    enabled: true,
    sources: orAnywhere(from),
    destinations: canonicalAddresses([internal ?? unknown]),
    ports: ports.filter((text) => text !== noPorts).map(portRangeOf),
    to: server.at,
    into: undefined,
    summary: `${address} → ${server.name}`,
  };
}

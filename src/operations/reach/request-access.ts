import type { Button } from '../../answer/answer.ts';
import { cidrsOf, smallestCidr } from '../../network/cidr.ts';
import type { Nearest } from '../../network/nearest-policy.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { isEveryPort, type PortSet, portRanges } from '../../network/port-set.ts';
import { type Product, productOf } from '../../network/product.ts';
import { includes, type United, union } from '../../network/ranges.ts';
import type { Context } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { maxEntries } from '../fields/index.ts';
import { otherAccount, readWhereabouts } from '../firewall/firewall.ts';
import { addressesOfServer } from '../servers/server-addresses.ts';
import type { PlacedRule } from './placed-rules.ts';
import type { PlacedServer } from './placed-servers.ts';
import { whereOf } from './policy-table.ts';
import { internet } from './reach-end.ts';
import type { Cell } from './verdict.ts';

/** How long access lasts that is requested from here, unless its requester says otherwise. */
const lasts = '2h';
/** Upper bound for the buttons of one answer. */
const maxButtons = 3;

/** The nearest rule, with what it lacks. */
type NearestRule = Nearest & { readonly rule: PlacedRule };

/** What is missing of the traffic that was asked about. */
interface Lacking {
  readonly cells: readonly Cell[];
  readonly nearest: NearestRule | undefined;
  /** The servers that may get a public IP. */
  readonly servers: readonly PlacedServer[];
  readonly peer: string | undefined;
}

/**
 * Buttons that open the form for what allows what is missing, and no more than was asked for, for two hours: one for each pair of
 * places, in the account of its sources. An end of which the data center isn't known is taken to be where it is for the nearest policy,
 * else in the peer, if the question names one and the other end isn't there. From the internet that is a public IP of one of `servers`.
 */
export function requestAccess(
  { cells, nearest, servers, peer }: Lacking,
  { service, login }: Pick<Context, 'service' | 'login'>,
): readonly Button[] {
  const lacking = cells.filter(({ coverage: { missing } }) => missing.length > 0);
  const forms = lacking.flatMap(({ from, to, coverage: { missing } }) => {
    const where = { from: from.at ?? nearest?.rule.from ?? '', to: to.at ?? nearest?.rule.to ?? '' };
    const ends = endsOf(where, peer);
    const [account, form] =
      where.from === internet
        ? [ends.to.account, publicForm(missing, nearest, servers)]
        : [ends.from.account, policyForm(ends, service.alias, missing)];
    return form ? [{ where, alias: account ?? service.alias, ...form }] : [];
  });
  return forms.slice(0, maxButtons).map(({ where, alias, operation, fields }) => {
    const label = lacking.length === 1 ? 'Request Access…' : `Request Access ${whereOf(where)}…`;
    return formButtons({ service: { alias }, login })(label, operation, { ...fields, ends: lasts });
  });
}

/** Where traffic begins and ends: the data center is empty where it isn't known. */
type Ends = Readonly<Record<'from' | 'to', ReturnType<typeof readWhereabouts>>>;

function endsOf(where: Pick<PlacedRule, 'from' | 'to'>, peer: string | undefined): Ends {
  const [from, to] = [readWhereabouts(where.from), readWhereabouts(where.to)];
  if (where.to === '' && from.account === undefined) return { from, to: { ...to, account: peer } };
  if (where.from === '' && to.account === undefined) return { from: { ...from, account: peer }, to };
  return { from, to };
}

/** Widens the public IP that only lacks sources or ports, else adds one to the only server that is lacked. */
function publicForm(
  missing: readonly Product[],
  nearest: NearestRule | undefined,
  servers: readonly PlacedServer[],
) {
  const [sources, destinations, ports] = setsOf(missing);
  const { rule, lacks } = nearest ?? {};
  if (rule?.scope.kind === 'public' && lacks && lacks.axis !== 1) {
    const all = union([...productOf(rule)[lacks.axis], ...lacks.set]);
    const wider = lacks.axis === 0 ? { from: ranges(all) } : { ports: portWords(all) };
    return {
      operation: 'ip.update',
      fields: { server: rule.scope.server, address: rule.id, ...wider },
    } as const;
  }
  const server = servers.find((one) => includes(addressesOfServer(one), destinations));
  if (!server) return undefined;
  const [internal, ...others] = cidrsOf(destinations);
  return {
    operation: 'ip.add',
    fields: {
      server: server.id,
      ports: portWords(ports),
      from: ranges(sources),
      internal: others.length === 0 ? internal?.replace(/\/32$/, '') : undefined,
    },
  } as const;
}

/** All sources, destinations and ports of some traffic. */
const setsOf = (pieces: readonly Product[]): Product => [
  union(pieces.flatMap((piece) => piece[0])),
  union(pieces.flatMap((piece) => piece[1])),
  union(pieces.flatMap((piece) => piece[2])),
];

function policyForm({ from, to }: Ends, own: string, missing: readonly Product[]) {
  const [sources, destinations, ports] = setsOf(missing);
  const peer = otherAccount(to.account ?? own, { alias: from.account ?? own });
  if (from.dataCenter !== '' && from.dataCenter === to.dataCenter)
    return {
      operation: 'firewall.intra.create',
      fields: {
        dc: from.dataCenter.toLowerCase(),
        ports: portWords(ports),
        source: ranges(sources),
        destination: ranges(destinations),
        peer,
      },
    } as const;
  return {
    operation: 'firewall.create',
    fields: {
      from: from.dataCenter.toLowerCase() || undefined,
      to: to.dataCenter.toLowerCase() || undefined,
      source: smallestCidr(sources),
      destination: smallestCidr(destinations),
      peer,
    },
  } as const;
}

/** A third of the entries that fit into one request; more become the one range that has all of them. */
const ranges = (addresses: United): string => {
  const all = cidrsOf(addresses);
  return all.length <= maxEntries / 3 ? all.join(',') : smallestCidr(addresses);
};

/** Undefined for so many ports that nobody asked for: the form asks for them. */
function portWords(ports: PortSet): string | undefined {
  const all = portRanges(ports).filter(({ protocol }) => ['tcp', 'udp', 'icmp'].includes(protocol));
  return isEveryPort(ports) || all.length > maxEntries / 3
    ? undefined
    : all.map(formatPortRange).join(' ') || undefined;
}

import type { Button } from '../../answer/answer.ts';
import { addressesOf, cidrsOf, smallestCidr } from '../../network/cidr.ts';
import { publicAddresses } from '../../network/internet.ts';
import type { Nearest } from '../../network/nearest-policy.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { isEveryPort, portRanges, setOfPorts } from '../../network/port-set.ts';
import { type Product, productOf } from '../../network/product.ts';
import { includes, type United, union } from '../../network/ranges.ts';
import { usualEnd } from '../../operation/standard-options.ts';
import type { Context } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { tooManyEntries } from '../fields/index.ts';
import { otherAccount, readWhereabouts } from '../firewall/firewall.ts';
import { anywhere } from '../public-ips/public-ip.ts';
import { addressesOfServer } from '../servers/server-addresses.ts';
import type { PlacedRule } from './placed-rules.ts';
import type { PlacedServer } from './placed-servers.ts';
import { whereOf } from './policy-table.ts';
import { internet } from './reach-end.ts';
import type { Cell } from './verdict.ts';

/** Upper bound for the buttons of one answer. */
const maxButtons = 3;
/** The name of an unknown place on a button. */
const anyDataCenter = 'any data center';

/** The nearest rule, and the traffic that it lacks. */
type NearestRule = Nearest & { readonly rule: PlacedRule };

/** The missing part of the traffic in question. */
interface Blocked {
  readonly cells: readonly Cell[];
  readonly nearest: NearestRule | undefined;
  /** The servers that may get a public IP. */
  readonly servers: readonly PlacedServer[];
  readonly peer: string | undefined;
}

/**
 * Returns up to three buttons that open a form for the missing traffic only, for two hours, in the account of its sources: one
 * per pair of places. A field that can't hold exactly the missing traffic stays empty.
 * - An unknown data center is taken from the nearest policy.
 * - Otherwise, the unknown end is assumed in the peer, if the question names one and the other end isn't there.
 * - Traffic from the internet gets a public IP on one of `servers`.
 */
export function requestAccess(
  { cells, nearest, servers, peer }: Blocked,
  { service, login }: Pick<Context, 'service' | 'login'>,
): readonly Button[] {
  const blocked = cells.filter(({ coverage: { missing } }) => missing.length > 0);
  const forms = blocked.flatMap((cell) => {
    const { from, to } = cell;
    const where = { from: from.at ?? nearest?.rule.from ?? '', to: to.at ?? nearest?.rule.to ?? '' };
    const ends = endsOf(where, peer);
    const [account, form] =
      where.from === internet
        ? [ends.to.account, publicForm(cell, nearest, servers)]
        : [ends.from.account, policyForm(ends, service.alias, cell)];
    return form ? [{ where, alias: account ?? service.alias, ...form }] : [];
  });
  return forms.slice(0, maxButtons).map(({ where, alias, operation, fields }) => {
    const places = whereOf({ from: where.from || anyDataCenter, to: where.to || anyDataCenter });
    const label = blocked.length === 1 ? 'Request Access…' : `Request Access ${places}…`;
    return formButtons({ service: { alias }, login })(label, operation, {
      ...fields,
      ends: usualEnd,
    });
  });
}

/** The data center and account of both ends; an unknown data center is empty. */
type Ends = Readonly<Record<'from' | 'to', ReturnType<typeof readWhereabouts>>>;

function endsOf(where: Pick<PlacedRule, 'from' | 'to'>, peer: string | undefined): Ends {
  const [from, to] = [readWhereabouts(where.from), readWhereabouts(where.to)];
  if (where.to === '' && from.account === undefined) return { from, to: { ...to, account: peer } };
  if (where.from === '' && to.account === undefined) return { from: { ...from, account: peer }, to };
  return { from, to };
}

/**
 * Extends the public IP that lacks only sources or ports. Otherwise adds one to the server there that has all missing addresses.
 */
function publicForm(cell: Cell, nearest: NearestRule | undefined, servers: readonly PlacedServer[]) {
  const { rule, missing } = nearest ?? {};
  if (rule?.scope.kind === 'public' && missing && missing.axis !== 1) {
    const all = union([...productOf(rule)[missing.axis], ...missing.set]);
    const wider = missing.axis === 0 ? { from: sourceEntries(all) } : { ports: portEntries(all) };
    return {
      operation: 'ip.update',
      fields: { server: rule.scope.server, address: rule.id, ...filled(wider) },
    } as const;
  }
  const [sources, destinations, ports] = missingSets(cell);
  const server = servers.find(
    (one) => one.at === cell.to.at && includes(addressesOfServer(one), destinations),
  );
  const lists = filled({ ports: portEntries(ports), from: sourceEntries(sources) });
  // Without sources it would allow everyone.
  if (!server || lists.from === undefined) return undefined;
  const [only = '', ...others] = cidrsOf(destinations);
  return {
    operation: 'ip.add',
    fields: {
      server: server.id,
      ...lists,
      internal: others.length === 0 && only.endsWith('/32') ? only.slice(0, -3) : undefined,
    },
  } as const;
}

/** Returns all sources, destinations and ports of the missing traffic. */
const missingSets = ({ coverage: { missing } }: Cell): Product => [
  union(missing.flatMap((piece) => piece[0])),
  union(missing.flatMap((piece) => piece[1])),
  union(missing.flatMap((piece) => piece[2])),
];

function policyForm({ from, to }: Ends, own: string, cell: Cell) {
  const [sources, destinations, ports] = missingSets(cell);
  const peer = otherAccount(to.account ?? own, { alias: from.account ?? own });
  if (from.dataCenter !== '' && from.dataCenter === to.dataCenter)
    return {
      operation: 'firewall.intra.create',
      fields: {
        dc: from.dataCenter.toLowerCase(),
        ...filled({
          ports: portEntries(ports),
          source: cidrsOf(sources),
          destination: cidrsOf(destinations),
        }),
        peer,
      },
    } as const;
  return {
    operation: 'firewall.create',
    fields: {
      from: from.dataCenter.toLowerCase() || undefined,
      to: to.dataCenter.toLowerCase() || undefined,
      source: oneRange(sources, cell.traffic[0]),
      destination: oneRange(destinations, cell.traffic[1]),
      peer,
    },
  } as const;
}

/** Fills fields that are lists. Leaves the longest ones empty if there are too many entries for one request. */
function filled(
  fields: Readonly<Record<string, readonly string[] | undefined>>,
): Readonly<Record<string, string | undefined>> {
  const [problem] = tooManyEntries(fields);
  if (problem?.field !== undefined) return filled({ ...fields, [problem.field]: undefined });
  return Object.fromEntries(
    Object.entries(fields).map(([field, entries]) => [field, entries?.join(',') || undefined]),
  );
}

/** Returns the range that contains all addresses; undefined if it is wider than the traffic in question. */
function oneRange(addresses: United, asked: United): string | undefined {
  const range = smallestCidr(addresses);
  return includes(asked, addressesOf([range])) ? range : undefined;
}

/** Returns the sources of a public IP; `anywhere` stands for the whole internet. */
const sourceEntries = (addresses: United): readonly string[] =>
  includes(addresses, publicAddresses) ? [anywhere] : cidrsOf(addresses);

/** Returns the ports as entries; undefined for all ports, which nobody asked for, so the form asks for them. */
const portEntries = (numbers: United): readonly string[] | undefined =>
  isEveryPort(setOfPorts(numbers))
    ? undefined
    : portRanges(setOfPorts(numbers))
        .filter(({ protocol }) => ['tcp', 'udp', 'icmp'].includes(protocol))
        .map(formatPortRange);

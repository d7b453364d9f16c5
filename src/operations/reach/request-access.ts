import type { Button } from '../../answer/answer.ts';
import type { ServerEntry } from '../../cloud/index.ts';
import { cidrsOf, smallestCidr } from '../../network/cidr.ts';
import type { Nearest } from '../../network/nearest-policy.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { isEveryPort, type PortSet, portRanges } from '../../network/port-set.ts';
import { type Product, productOf } from '../../network/product.ts';
import { includes, type United, union } from '../../network/ranges.ts';
import type { Context } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { maxEntries } from '../fields/index.ts';
import { addressesOfServer } from '../servers/server-addresses.ts';
import type { PlacedRule } from './placed-rules.ts';
import { whereOf } from './policy-table.ts';
import { internet } from './reach-end.ts';
import type { Cell } from './verdict.ts';

/** How long access lasts that is requested from here, unless its requester says otherwise. */
const ends = '2h';
/** Upper bound for the buttons of one answer. */
const maxButtons = 3;

/** The nearest rule, with what it lacks. */
type NearestRule = Nearest & { readonly rule: PlacedRule };

/**
 * Buttons that open the form for what allows what is missing, and no more than was asked for, for two hours: one for each pair of
 * places. An end of which the data center isn't known is taken to be where it is for the nearest policy. From the internet that is a
 * public IP of one of `servers`.
 */
export function requestAccess(
  cells: readonly Cell[],
  nearest: NearestRule | undefined,
  servers: readonly ServerEntry[],
  context: Pick<Context, 'service' | 'login'>,
): readonly Button[] {
  const lacking = cells.filter(({ coverage: { missing } }) => missing.length > 0);
  const forms = lacking.flatMap(({ from, to, coverage: { missing } }) => {
    const where = { from: from.at ?? nearest?.rule.from ?? '', to: to.at ?? nearest?.rule.to ?? '' };
    const form = where.from === internet ? publicForm(missing, nearest, servers) : policyForm(where, missing);
    return form ? [{ where, ...form }] : [];
  });
  return forms.slice(0, maxButtons).map(({ where, operation, fields }) => {
    const label = lacking.length === 1 ? 'Request Access…' : `Request Access ${whereOf(where)}…`;
    return formButtons(context)(label, operation, { ...fields, ends });
  });
}

/** Widens the public IP that only lacks sources or ports, else adds one to the only server that is lacked. */
function publicForm(
  missing: readonly Product[],
  nearest: NearestRule | undefined,
  servers: readonly ServerEntry[],
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

function policyForm({ from, to }: Pick<PlacedRule, 'from' | 'to'>, missing: readonly Product[]) {
  const [sources, destinations, ports] = setsOf(missing);
  if (from !== '' && from === to)
    return {
      operation: 'firewall.intra.create',
      fields: {
        dc: from.toLowerCase(),
        ports: portWords(ports),
        source: ranges(sources),
        destination: ranges(destinations),
      },
    } as const;
  return {
    operation: 'firewall.create',
    fields: {
      from: from.toLowerCase() || undefined,
      to: to.toLowerCase() || undefined,
      source: smallestCidr(sources),
      destination: smallestCidr(destinations),
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

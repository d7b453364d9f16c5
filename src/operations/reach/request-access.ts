import type { Button } from '../../answer/answer.ts';
import { cidrsOf, smallestCidr } from '../../network/cidr.ts';
import { formatPortRange } from '../../network/port-range.ts';
import { isEveryPort, type PortSet, portRanges } from '../../network/port-set.ts';
import type { Product } from '../../network/product.ts';
import { type United, union } from '../../network/ranges.ts';
import type { Context } from '../context/context.ts';
import { formButtons } from '../context/form-button.ts';
import { maxEntries } from '../fields/index.ts';
import type { PlacedRule } from './placed-rules.ts';
import { whereOf } from './policy-table.ts';
import { internet } from './reach-end.ts';
import type { Cell } from './verdict.ts';

/** How long access lasts that is requested from here, unless its requester says otherwise. */
const ends = '2h';
/** Upper bound for the buttons of one answer. */
const maxButtons = 3;

/**
 * Buttons that open the form for a policy that allows what is missing, and no more than was asked for, for two hours: one for each
 * pair of data centers. An end of which the data center isn't known is taken to be where it is for the nearest policy. None for
 * access from the internet, which a public IP gives.
 */
export function requestAccess(
  cells: readonly Cell[],
  nearest: Pick<PlacedRule, 'from' | 'to'> | undefined,
  context: Pick<Context, 'service' | 'login'>,
): readonly Button[] {
  const lacking = cells.filter(
    ({ from, coverage: { missing } }) => missing.length > 0 && from.at !== internet,
  );
  return lacking.slice(0, maxButtons).map(({ from, to, coverage }) => {
    const where = { from: from.at ?? nearest?.from ?? '', to: to.at ?? nearest?.to ?? '' };
    const label = lacking.length === 1 ? 'Request Access…' : `Request Access ${whereOf(where)}…`;
    const { operation, fields } = formFor(where, coverage.missing);
    return formButtons(context)(label, operation, { ...fields, ends });
  });
}

function formFor({ from, to }: Pick<PlacedRule, 'from' | 'to'>, missing: readonly Product[]) {
  const sources = union(missing.flatMap((piece) => piece[0]));
  const destinations = union(missing.flatMap((piece) => piece[1]));
  const ports = union(missing.flatMap((piece) => piece[2]));
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

import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import { formatRange } from '../../network/cidr.ts';
import { countsAsEveryone } from '../../network/internet.ts';
import { withRuleContent } from '../../network/network-change.ts';
import { normalForm, type Side } from '../../network/normal-form.ts';
import { opensAccess } from '../../network/opens-access.ts';
import { isAnyPort } from '../../network/port-set.ts';
import { total } from '../../network/ranges.ts';
import { portWords, riskyServices } from '../../network/services.ts';
import type { PathEnd, TrafficPath } from '../../picture/traffic-path.ts';
import { durationOf } from '../../time/timing.ts';

/** Upper bounds for the names in a picture: ranges at each end, and services. */
const maxRanges = 2;
const maxServices = 2;

/** Returns what the only step of a change opens, for a picture; undefined for any other change. */
export function pathOfSteps([step, ...others]: readonly EvaluatedStep[]): TrafficPath | undefined {
  const networkChange = step?.resolved.networkChange;
  if (!step || !networkChange || others.length > 0 || !opensAccess(networkChange)) return undefined;
  const { scope, traffic } = withRuleContent(networkChange, step.rules);
  if ('rule' in traffic) return undefined;
  const { sources, destinations, ports } = normalForm(traffic);
  const account = step.context.service.alias;
  const { evaluatedAs } = step.resolved;
  const own = (dataCenter: string): string => `${dataCenter.toUpperCase()} · ${account}`;
  const [from, to] =
    scope.kind === 'public'
      ? [countsAsEveryone(sources.addresses) ? 'Internet' : 'Outside', account]
      : [own(scope.dataCenter), placeOf(traffic.to, account)];
  return {
    from: endOf(sources, from),
    to: endOf(destinations, to),
    ports: portWords(ports),
    services: isAnyPort(ports) ? riskyServices(ports).slice(0, maxServices) : [],
    durationMs: evaluatedAs ? evaluatedAs.durationMs : durationOf(step.known ?? {}, step.context.clock()),
  };
}

/** Returns "VA1 · ACDV" for "VA1 (ACDV)". */
const placeOf = (to: string, account: string): string =>
  to.includes('(') ? to.replace(/ \((.*)\)$/, ' · $1') : `${to} · ${account}`;

function endOf({ addresses, names }: Side, place: string): PathEnd {
  const all = [...addresses.map((range) => formatRange(range).replace(/\/32$/, '')), ...names];
  // A line with the number of others takes as much room as the last range.
  const shown = all.length === maxRanges + 1 ? maxRanges + 1 : maxRanges;
  return {
    place,
    ranges: all.slice(0, shown),
    more: Math.max(0, all.length - shown),
    addresses: total(addresses),
  };
}

import type { NetworkChange, Traffic } from '../network/network-change.ts';
import { opensAccess } from '../network/opens-access.ts';

/** A change to score. `account` is the alias of its account. */
export interface Scored {
  /** With the content of the rule that it names (`withRuleContent`). */
  readonly networkChange: NetworkChange | undefined;
  readonly account: string;
  /** The resources that it changes, as `kind/id`. */
  readonly targets?: readonly string[];
  /** The change by itself, where `networkChange` has the traffic of others, too (`together`). */
  readonly itself?: NetworkChange;
}

/** An opening, with its traffic. */
interface Opening extends Scored {
  readonly networkChange: NetworkChange & { readonly traffic: Traffic };
}

/**
 * Openings to one end, each with the traffic of all of them: so a large opening scores alike whether it is requested at once
 * or in parts. `earlier` only adds to the others: what a change closes is what it closes by itself. One end is the same location
 * of the same account, of the same kind. All other changes are as they were. Linear in the number of openings.
 */
export function together(scored: readonly Scored[], earlier: readonly Scored[] = []): readonly Scored[] {
  const byEnd = Map.groupBy([...scored, ...earlier].filter(opens), endOf);
  const traffic = new Map([...byEnd].map(([end, openings]) => [end, unionOf(openings)]));
  return scored.map((step) => {
    if (!opens(step)) return step;
    const all = traffic.get(endOf(step)) ?? step.networkChange.traffic;
    return { ...step, networkChange: { ...step.networkChange, traffic: all }, itself: step.networkChange };
  });
}

/** Whether a change opens traffic that is known. */
export const opens = <Any extends Scored>(scored: Any): scored is Any & Opening =>
  scored.networkChange !== undefined &&
  opensAccess(scored.networkChange) &&
  'sources' in scored.networkChange.traffic;

/** Names the end that a change opens. */
export const endOf = ({ account, networkChange: { scope, traffic } }: Opening): string =>
  JSON.stringify([account, scope.kind, traffic.to, traffic.into].map((part) => part?.toUpperCase()));

/** All sources to all destinations on all ports: more than the openings allow, never less. */
function unionOf(openings: readonly Opening[]): Traffic | undefined {
  const [first] = openings;
  if (!first || openings.length === 1) return first?.networkChange.traffic;
  const all = openings.map(({ networkChange }) => networkChange.traffic);
  return {
    ...first.networkChange.traffic,
    sources: [...new Set(all.flatMap(({ sources }) => sources))],
    destinations: [...new Set(all.flatMap(({ destinations }) => destinations))],
    ports: all.flatMap(({ ports }) => ports),
  };
}

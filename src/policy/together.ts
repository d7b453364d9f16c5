import type { NetworkChange, Traffic } from '../network/network-change.ts';
import { opensAccess } from '../network/opens-access.ts';

/** A change to score. `account` is the alias of its account. */
export interface Scored {
  /** With the content of the rule that it refers to (`withRuleContent`). */
  readonly networkChange: NetworkChange | undefined;
  readonly account: string;
  /** The resources that it changes, as `kind/id`. */
  readonly targets?: readonly string[];
  /** The change by itself, if `networkChange` includes the traffic of others (`together`). */
  readonly itself?: NetworkChange;
}

/** An opening whose traffic is known. */
interface Opening extends Scored {
  readonly networkChange: NetworkChange & { readonly traffic: Traffic };
}

/**
 * Adds the traffic of all openings to the same destination to each of them, so a large opening scores the same whether it is
 * requested at once or in parts. `earlier` only adds traffic. A destination is a location of an account, in one kind of scope.
 * Access that a change closes, and all other changes, stay the same. Linear in the number of openings.
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

/** Returns whether a change opens traffic that is known. */
export const opens = <Any extends Scored>(scored: Any): scored is Any & Opening =>
  scored.networkChange !== undefined &&
  opensAccess(scored.networkChange) &&
  'sources' in scored.networkChange.traffic;

/** Returns a key for the destination of a change. */
export const endOf = ({ account, networkChange: { scope, traffic } }: Opening): string =>
  JSON.stringify([account, scope.kind, traffic.to, traffic.into].map((part) => part?.toUpperCase()));

/** Returns all sources to all destinations on all ports: at least what the openings allow, possibly more. */
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

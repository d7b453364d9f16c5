import { resourceId } from '../../change/model/resource.ts';
import type { Instant } from '../../core/clock.ts';
import { isSame } from '../../drift/compare.ts';
import { findingId } from '../../drift/finding-id.ts';
import { type Adoption, type Finding, type FindingSet, isOutside } from '../../drift/findings.ts';
import type { SnapshotHead, WatchedKind, WatchedResources } from '../../drift/watched-state.ts';
import type { Context } from '../context/context.ts';

/** A finding with when it was seen, and whether something can be done about it. */
export interface Listed {
  readonly finding: Finding;
  readonly set: FindingSet;
  /** Position in the set, from 0. */
  readonly index: number;
  readonly adopted?: Adoption | undefined;
  /** Whether it was made outside Skydesk alone, the resource is as that left it, and nobody has adopted it. */
  readonly isOpen: boolean;
}

interface ListingContext {
  readonly watches: Pick<Context['watches'], 'resources' | 'adoptions'>;
  readonly service: { readonly alias: string };
}

/** What was found in an account since a time, newest first. */
export async function listedSince(
  from: Instant,
  context: ListingContext & { readonly watches: Pick<Context['watches'], 'findings' | 'heads'> },
): Promise<readonly Listed[]> {
  const { watches, service } = context;
  const [sets, heads] = await Promise.all([
    watches.findings(service.alias, from),
    watches.heads(service.alias),
  ]);
  return listed(sets, heads, context);
}

/** What was found, newest first: each with whether the resource is still so, by the last snapshot. */
export async function listed(
  sets: readonly FindingSet[],
  heads: readonly SnapshotHead[],
  { watches, service }: ListingContext,
): Promise<readonly Listed[]> {
  const outside = new Set(sets.filter(({ findings }) => findings.some(isOutside)).map(({ kind }) => kind));
  const present = new Map<WatchedKind, WatchedResources>();
  for (const head of heads.filter(({ kind }) => outside.has(kind))) {
    const resources = await watches.resources(service.alias, head);
    if (resources) present.set(head.kind, resources);
  }
  const adoptions = outside.size > 0 ? await watches.adoptions(service.alias) : undefined;
  const newest = new Set<string>();
  return sets.toReversed().flatMap((set) =>
    [...set.findings.entries()].toReversed().map(([index, finding]) => {
      const id = resourceId(set.account, finding.subject);
      const isNewest = !newest.has(id);
      newest.add(id);
      const now = present.get(set.kind);
      const isStill = now !== undefined && isSame(now[id], finding.after);
      const adopted = adoptions?.get(findingId(set, index));
      const isOpen = finding.by.kind === 'outside' && isNewest && isStill && !adopted;
      return { finding, set, index, isOpen, adopted };
    }),
  );
}

import type { Changes } from '../../change/model/changes.ts';
import { existence, keysOf, resourceId } from '../../change/model/resource.ts';
import { nameOfEnd, type Reversal, timeOfEnd } from '../../change/model/reversal.ts';
import { day, type Instant, type Millis } from '../../core/clock.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import { isSame } from '../../drift/compare.ts';
import { findingId } from '../../drift/finding-id.ts';
import { type Adoption, type Finding, type FindingSet, isOutside } from '../../drift/findings.ts';
import type { WatchedKind, WatchedResources } from '../../drift/watched-state.ts';
import type { Context } from '../context/context.ts';
import { endsWaitingFor } from '../context/ends-waiting-for.ts';
import { endsFirst } from './ends-first.ts';

/** How long an open finding is listed. */
export const listedFor: Millis = 7 * day;

/** A finding with the time at which it was seen, and whether it is still open. */
export interface Listed {
  readonly finding: Finding;
  readonly set: FindingSet;
  /** Position in the set, from 0. */
  readonly index: number;
  readonly adopted?: Adoption | undefined;
  /**
   * Whether the finding needs attention:
   * - it was made outside Skydesk, or may have been,
   * - the resource is still in that state, and nobody reverted it,
   * - a removed resource wasn’t replaced by an identical one, and
   * - nobody has adopted it.
   */
  readonly isOpen: boolean;
  /** The end that waits for the resource: it closes what was opened, or would have removed what is gone. */
  readonly end?: { readonly name: string; readonly at: Instant } | undefined;
}

interface ListingContext {
  readonly changes: Pick<Changes, 'resource' | 'get'>;
  readonly watches: Pick<Context['watches'], 'findings' | 'heads' | 'resources' | 'adoptions'>;
  readonly service: { readonly alias: string };
}

/** Returns the open findings of the last days in an account, openings first, then the newest. */
export const openFindings = async (now: Instant, context: ListingContext): Promise<readonly Listed[]> =>
  openFirst(await listedSince(now - listedFor, now, context)).filter(({ isOpen }) => isOpen);

/** Sorts findings by their urgency: open openings, other open ones, closed ones that were made outside, then those by Skydesk. */
export function openFirst(found: readonly Listed[]): readonly Listed[] {
  const rankOf = ({ finding, isOpen }: Listed): number => {
    if (!isOpen) return isOutside(finding) ? 2 : 3;
    return finding.opens !== undefined ? 0 : 1;
  };
  return found.toSorted((one, other) => rankOf(one) - rankOf(other));
}

/** Returns the sets of findings, without duplicates. */
export const setsOf = (found: readonly Listed[]): readonly FindingSet[] => [
  ...new Set(found.map(({ set }) => set)),
];

/**
 * Returns the findings in an account since a time, newest first. Whether they are open is derived from the last snapshot and all
 * recent findings, so it doesn’t depend on `from`.
 */
export async function listedSince(
  from: Instant,
  now: Instant,
  context: ListingContext,
): Promise<readonly Listed[]> {
  const sets = await context.watches.findings(context.service.alias, Math.min(from, now - listedFor));
  return (await listed(sets, context)).filter(({ set }) => set.to >= from);
}

async function listed(
  sets: readonly FindingSet[],
  { watches, service, changes }: ListingContext,
): Promise<readonly Listed[]> {
  const outside = new Set(sets.filter(({ findings }) => findings.some(isOutside)).map(({ kind }) => kind));
  const heads = outside.size > 0 ? await watches.heads(service.alias) : [];
  const present = new Map<WatchedKind, WatchedResources>();
  for (const head of heads.filter(({ kind }) => outside.has(kind))) {
    const resources = await watches.resources(service.alias, head);
    if (resources) present.set(head.kind, resources);
  }
  const adoptions = outside.size > 0 ? await watches.adoptions(service.alias) : undefined;
  const stored = sets.toReversed().flatMap((set) =>
    [...set.findings.entries()].toReversed().map(([index, finding]) => {
      return { finding, set, index, adopted: adoptions?.get(findingId(set, index)) };
    }),
  );
  const ofResources = new Map(
    [...Map.groupBy(stored, idOf)].map(([id, newestFirst]) => [
      id,
      endsFirst(newestFirst.toReversed()).toReversed(),
    ]),
  );
  const moved = new Map([...ofResources.values()].flat().map((one) => [findingId(one.set, one.index), one]));
  const found = stored.map((one) => moved.get(findingId(one.set, one.index)) ?? one);
  // What others have taken back replaces nothing.
  const added = found.filter((one) => {
    const ofResource = ofResources.get(idOf(one)) ?? [];
    const [newest = one] = ofResource;
    return one.finding.before === undefined && !isBack(newest.finding, ofResource);
  });
  const all = found.map((one) => {
    const { finding, set, adopted } = one;
    const ofResource = ofResources.get(idOf(one)) ?? [];
    const now = present.get(set.kind);
    const isOpen =
      isOutside(finding) &&
      ofResource[0] === one &&
      now !== undefined &&
      isSame(now[idOf(one)], finding.after) &&
      !isBack(finding, ofResource) &&
      !isThereAgain(finding, set, added) &&
      !adopted;
    return { ...one, isOpen };
  });
  return mapConcurrently(all, (one) => withItsEnd(one, changes), maxConcurrency.store);
}

/** Adds the end that waits for a resource which others removed, or opened further. */
async function withItsEnd(one: Listed, changes: ListingContext['changes']): Promise<Listed> {
  const isRemoved = one.finding.after === undefined;
  if (!one.isOpen || !(isRemoved || one.finding.opens !== undefined)) return one;
  const ends = await endsWaitingFor(idOf(one), { changes });
  const end = ends.find((waiting) => closes(waiting, isRemoved));
  return end ? { ...one, end: { name: nameOfEnd(end), at: timeOfEnd(end) } } : one;
}

/** Returns whether an end removes its resource or, if that is there, closes something of it. */
const closes = ({ steps: [step] }: Reversal, isRemoved: boolean): boolean =>
  isRemoved ? keysOf(step).includes(existence) : step.undoes?.left !== undefined;

type Found = Omit<Listed, 'isOpen' | 'end'>;

const idOf = ({ finding, set }: Found): string => resourceId(set.account, finding.subject);

/** Returns whether people agreed to the state after a finding: Skydesk alone made it, or somebody adopted it. */
const isAgreed = ({ finding, adopted }: Found): boolean => !isOutside(finding) || adopted !== undefined;

/**
 * Whether others have changed the resource back: to its state before their first change since Skydesk changed it
 * last, or since somebody adopted it. Nobody agreed to a state that others left together with Skydesk, or may have left.
 * `ofResource` has the newest finding first.
 */
function isBack({ after }: Finding, ofResource: readonly Found[]): boolean {
  const last = ofResource.findIndex((one) => one.finding.by.kind !== 'outside' || isAgreed(one));
  const before = ofResource[last];
  if (before && !isAgreed(before)) return false;
  const first = ofResource.slice(0, before ? last : undefined).at(-1);
  return first !== undefined && isSame(first.finding.before, after);
}

/** Returns whether a removed resource was replaced by an identical one with another id, at that time or later. `added`: all new ones. */
const isThereAgain = (
  { subject, before, after }: Finding,
  { to }: FindingSet,
  added: readonly Found[],
): boolean =>
  after === undefined &&
  added.some(
    ({ finding, set }) =>
      set.to >= to && placeOf(finding.subject) === placeOf(subject) && isLike(finding.after, before),
  );

/** Returns whether two states are equal apart from the id that some contents include. */
const isLike = (one: Finding['after'], other: Finding['after']): boolean =>
  one !== undefined && other !== undefined && withoutId(one.content) === withoutId(other.content);

const withoutId = (content: unknown): string =>
  JSON.stringify(content, (key, value) => (key === 'id' ? undefined : value));

const placeOf = ({ kind, dc, server }: Finding['subject']): string => JSON.stringify([kind, dc, server]);

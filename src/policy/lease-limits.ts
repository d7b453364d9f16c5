import { evaluatedTogetherFor } from '../change/model/openings.ts';
import type { Instant, Millis } from '../core/clock.ts';
import { opensAccess } from '../network/opens-access.ts';
import { duration } from '../time/duration.ts';
import { shortestSpan } from '../time/timing.ts';
import type { Level, Policy } from './policy.ts';
import { type Point, score, sum } from './risk.ts';
import { endOf, opens, type Scored } from './together.ts';

/** A change that can end by itself. */
export interface TimedChange extends Scored {
  /** Since when what it opens is open, or will be. If undefined: nothing that was opened before counts. */
  readonly openSince?: Instant | undefined;
  /** For how long it stays; undefined if it does not end by itself. */
  readonly durationMs?: Millis | undefined;
  /** Whether it restores what another step of the request closes. */
  readonly isEnd?: boolean | undefined;
  /** Whether it moves the end of what is open already. */
  readonly isExtension?: boolean | undefined;
}

/** Something that was opened before. */
export interface OpenedBefore extends Scored {
  /** Since when it is open. */
  readonly openSince: Instant;
  /** When it ends, or has ended; undefined if it stays. */
  readonly endsAt?: Instant | undefined;
}

/** That every opening has to end by itself. */
export interface EndDemanded {
  /** Minutes after which what is opened has to end at the latest. */
  readonly maxLeaseMinutes: number;
  /** That time, if it counts from an earlier start than that of the change. */
  readonly latestEnd?: LatestEnd | undefined;
}

interface LatestEnd {
  readonly at: Instant;
  readonly isExtension: boolean;
  /** If `at` is too soon for any end: when what was opened before counts no longer. */
  readonly notBefore?: Instant | undefined;
}

const minute = 60_000;

const isOpening = ({ networkChange }: Scored): boolean =>
  networkChange !== undefined && opensAccess(networkChange);

/**
 * Since when what a step opens is open without a break: it counts from the first of the openings to the same end that follow one another,
 * each within an hour of the end of the one before it. Only those count that are no longer than `limit` themselves, since others were
 * judged by their own length. So a chain of short openings is as long as it is.
 */
function openWithoutBreakSince(
  step: TimedChange,
  before: readonly OpenedBefore[],
  limit: Millis,
): number | undefined {
  return linksOf(step, before, limit).reduce(
    (since: Instant | undefined, { from, to }) =>
      since !== undefined && to + evaluatedTogetherFor >= since ? Math.min(since, from) : since,
    step.openSince,
  );
}

/** When the openings to the end that a step opens began and ended, if they are no longer than `limit`; the last end comes first. */
function linksOf(
  step: TimedChange,
  before: readonly OpenedBefore[],
  limit: Millis,
): readonly { readonly from: Instant; readonly to: Instant }[] {
  if (!opens(step)) return [];
  const end = endOf(step);
  return before
    .flatMap((opening) => {
      const { openSince: from, endsAt: to = Infinity } = opening;
      return to - from <= limit && opens(opening) && endOf(opening) === end ? [{ from, to }] : [];
    })
    .toSorted((a, b) => b.to - a.to);
}

/** The step that stays open longest, with what was opened before it; undefined if nothing is opened. */
function longest(
  steps: readonly TimedChange[],
  before: readonly OpenedBefore[],
  limit: Millis,
):
  | { readonly step: TimedChange; readonly since: Instant | undefined; readonly durationMs: Millis }
  | undefined {
  const openings = steps.filter(isOpening).map((step) => {
    const since = openWithoutBreakSince(step, before, limit);
    const earlier = step.openSince !== undefined && since !== undefined ? step.openSince - since : 0;
    return { step, since, durationMs: (step.durationMs ?? Infinity) + earlier };
  });
  return openings.toSorted((a, b) => b.durationMs - a.durationMs)[0];
}

/** The end that is demanded of every opening at this level, if one of them stays longer; else undefined. */
export function mustEndWithin(
  steps: readonly TimedChange[],
  level: Level | undefined,
  before: readonly OpenedBefore[] = [],
): EndDemanded | undefined {
  const most = level?.maxLeaseMinutes;
  if (most === undefined) return undefined;
  const open = longest(
    steps.filter(({ isEnd }) => !isEnd),
    before,
    most * minute,
  );
  if (!open || open.durationMs <= most * minute) return undefined;
  const { step, since } = open;
  const isExtension = step.isExtension ?? false;
  const isEarlier = isExtension || since !== step.openSince;
  if (since === undefined || !isEarlier) return { maxLeaseMinutes: most };
  const at = since + most * minute;
  const [last] = linksOf(step, before, most * minute);
  const isTooSoon = !isExtension && at < (step.openSince ?? since) + shortestSpan;
  const notBefore = isTooSoon && last ? last.to + evaluatedTogetherFor : undefined;
  return { maxLeaseMinutes: most, latestEnd: { at, isExtension, ...(notBefore && { notBefore }) } };
}

/**
 * The points of a change, less those that the policy takes off where every opening ends soon. The sum is never below that of the steps
 * which open nothing: a short opening beside them is no reason to score them less.
 */
export function lessIfShort(
  points: readonly Point[],
  steps: readonly TimedChange[],
  policy: Policy,
  before: readonly OpenedBefore[] = [],
): readonly Point[] {
  const { shortLease } = policy.risk;
  if (!shortLease) return points;
  const limit = shortLease.minutes * minute;
  const open = longest(steps, before, limit);
  if (!open || open.durationMs > limit) return points;
  const others = score(
    steps.filter((step) => !isOpening(step)),
    policy,
  );
  const less = Math.min(shortLease.points, sum(points) - sum(others));
  const why = `ends within ${duration(shortLease.minutes)}`;
  return less > 0 ? [...points, { points: -less, why }] : points;
}

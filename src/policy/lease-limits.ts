import { evaluatedTogetherFor } from '../change/model/openings.ts';
import { type Instant, type Millis, minute } from '../core/clock.ts';
import { opensAccess } from '../network/opens-access.ts';
import { duration } from '../time/duration.ts';
import { shortestSpan } from '../time/timing.ts';
import type { Level, Policy } from './policy.ts';
import { type Point, score, sum } from './risk.ts';
import { endOf, opens, type Scored } from './together.ts';

/** A change that can end by itself. */
export interface TimedChange extends Scored {
  /** Start of the access that it opens. If undefined, earlier openings don't count. */
  readonly openSince?: Instant | undefined;
  /** How long it stays in effect; undefined if it does not end by itself. */
  readonly durationMs?: Millis | undefined;
  /** Whether it restores access that another step of the request closes. */
  readonly isEnd?: boolean | undefined;
  /** Whether it extends access that is open already. */
  readonly isExtension?: boolean | undefined;
}

/** An earlier opening. */
export interface OpenedBefore extends Scored {
  /** Start of the access. */
  readonly openSince: Instant;
  /** Time of its end, past or future; undefined if it is permanent. */
  readonly endsAt?: Instant | undefined;
  /** The present, if its end has passed and may not have been made: it counts as open until now. */
  readonly stillOpenAt?: Instant | undefined;
}

/** The requirement that every opening ends by itself. */
export interface EndDemanded {
  /** Upper bound for the duration, in minutes. */
  readonly maxLeaseMinutes: number;
  /** The latest end, if the duration counts from an earlier start than the change's. */
  readonly latestEnd?: LatestEnd | undefined;
}

interface LatestEnd {
  readonly at: Instant;
  readonly isExtension: boolean;
  /** Whether an opening with an end is to be kept for good. */
  readonly isForGood?: boolean | undefined;
  /** If `at` is too soon for any end: the time from which earlier openings no longer count. */
  readonly notBefore?: Instant | undefined;
}

const isOpening = ({ networkChange }: Scored): boolean =>
  networkChange !== undefined && opensAccess(networkChange);

/** Returns the longest time for which an opening may stay by a limit of this policy; 0 if it has none. */
export function longestLimit({ risk }: Policy): Millis {
  const limits = [risk.shortLease?.minutes, ...risk.levels.map(({ maxLeaseMinutes }) => maxLeaseMinutes)];
  return Math.max(...limits.map((limit = 0) => limit * minute));
}

/**
 * Returns the start of continuous access that a step continues: the first of consecutive openings to the same destination, each
 * within an hour of the end of the one before it. So a chain of short openings counts as one long opening. Openings longer than
 * `limit` don't count, since they were evaluated by their own length.
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

/** Returns the earlier openings to the same destination that are no longer than `limit`, last end first. */
function linksOf(
  step: TimedChange,
  before: readonly OpenedBefore[],
  limit: Millis,
): readonly { readonly from: Instant; readonly to: Instant }[] {
  if (!opens(step)) return [];
  const end = endOf(step);
  return before
    .flatMap((opening) => {
      const { openSince: from, endsAt = Infinity, stillOpenAt: to = endsAt } = opening;
      return endsAt - from <= limit && opens(opening) && endOf(opening) === end ? [{ from, to }] : [];
    })
    .toSorted((a, b) => b.to - a.to);
}

/** Returns the step that stays open longest, including earlier openings; undefined if nothing is opened. */
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

/** Returns the end that this level requires of every opening, if one of them stays longer; otherwise undefined. */
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
  const isForGood = isExtension && step.durationMs === undefined;
  const more = { ...(isForGood && { isForGood }), ...(notBefore && { notBefore }) };
  return { maxLeaseMinutes: most, latestEnd: { at, isExtension, ...more } };
}

/**
 * Reduces the points of a change by the policy's discount if every opening ends soon. The sum stays at least that of the steps
 * that open nothing, which a short opening does not make less risky.
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

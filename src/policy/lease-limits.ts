import { judgedTogetherFor } from '../core/openings.ts';
import { duration } from './duration.ts';
import type { Level, Policy } from './policy.ts';
import { type Point, sum } from './risk.ts';
import { endOf, opens, type Scored } from './together.ts';

/** A change that can end by itself. */
export interface Lasting extends Scored {
  /** Since when what it opens is open, or will be, in milliseconds since 1970. If undefined: nothing that was opened before counts. */
  readonly openSince?: number | undefined;
  /** For how long it stays, in milliseconds; undefined if it does not end by itself. */
  readonly lasts?: number | undefined;
  /** Whether it restores what another step of the request closes. */
  readonly isEnd?: boolean | undefined;
  /** Whether it moves the end of what is open already. */
  readonly isExtension?: boolean | undefined;
}

/** Something that was opened before. */
export interface OpenedBefore extends Scored {
  /** Since when it is open, in milliseconds since 1970. */
  readonly openSince: number;
  /** When it ends, or has ended; undefined if it stays. */
  readonly endsAt?: number | undefined;
}

/** That every opening has to end by itself. */
export interface EndDemanded {
  /** Minutes after which what is opened has to end at the latest. */
  readonly maxLeaseMinutes: number;
  /** That time, in milliseconds since 1970, where it counts from an earlier start than that of the change. */
  readonly latestEnd?: { readonly at: number; readonly isExtension: boolean } | undefined;
}

const minute = 60_000;

const isOpening = ({ networkChange }: Scored): boolean =>
  networkChange?.change === 'opens' || networkChange?.change === 'enables';

/**
 * Since when what a step opens is open without a break: it counts from the first of the openings to the same end that follow one
 * another, each within an hour of the end of the one before it. Only those count that are no longer than `limit` themselves, in
 * milliseconds, since others were judged by their own length. So a chain of short openings is as long as it is.
 */
function openWithoutBreakSince(
  step: Lasting,
  before: readonly OpenedBefore[],
  limit: number,
): number | undefined {
  if (step.openSince === undefined || !opens(step)) return step.openSince;
  const end = endOf(step);
  const links = before
    .flatMap((opening) => {
      const { openSince: from, endsAt: to = Infinity } = opening;
      return to - from <= limit && opens(opening) && endOf(opening) === end ? [{ from, to }] : [];
    })
    .toSorted((a, b) => b.to - a.to);
  return links.reduce(
    (since, { from, to }) => (to + judgedTogetherFor >= since ? Math.min(since, from) : since),
    step.openSince,
  );
}

/** The step that stays open longest, with what was opened before it; undefined if nothing is opened. */
function longest(
  steps: readonly Lasting[],
  before: readonly OpenedBefore[],
  limit: number,
): { readonly step: Lasting; readonly since: number | undefined; readonly lasts: number } | undefined {
  const openings = steps.filter(isOpening).map((step) => {
    const since = openWithoutBreakSince(step, before, limit);
    const earlier = step.openSince !== undefined && since !== undefined ? step.openSince - since : 0;
    return { step, since, lasts: (step.lasts ?? Infinity) + earlier };
  });
  return openings.toSorted((a, b) => b.lasts - a.lasts)[0];
}

/** The end that is demanded of every opening at this level, if one of them stays longer; else undefined. */
export function mustEndWithin(
  steps: readonly Lasting[],
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
  if (!open || open.lasts <= most * minute) return undefined;
  const { step, since } = open;
  const isExtension = step.isExtension ?? false;
  const isEarlier = isExtension || since !== step.openSince;
  return {
    maxLeaseMinutes: most,
    ...(since !== undefined && isEarlier && { latestEnd: { at: since + most * minute, isExtension } }),
  };
}

/** The points of a change, less those that the policy takes off where every opening ends soon. The sum is never below 0. */
export function lessIfShort(
  points: readonly Point[],
  steps: readonly Lasting[],
  { risk: { shortLease } }: Policy,
  before: readonly OpenedBefore[] = [],
): readonly Point[] {
  if (!shortLease) return points;
  const limit = shortLease.minutes * minute;
  const open = longest(steps, before, limit);
  if (!open || open.lasts > limit) return points;
  const less = Math.min(shortLease.points, sum(points));
  const why = `ends within ${duration(shortLease.minutes)}`;
  return less > 0 ? [...points, { points: -less, why }] : points;
}

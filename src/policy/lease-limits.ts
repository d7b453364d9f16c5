import { duration } from './duration.ts';
import type { Level, Policy } from './policy.ts';
import { type Point, sum } from './risk.ts';
import type { Scored } from './together.ts';

/** A change that can end by itself. */
export interface Lasting extends Scored {
  /** For how long it stays, in milliseconds; undefined if it does not end by itself. */
  readonly lasts?: number | undefined;
  /** Whether it restores what another step of the request closes. */
  readonly isEnd?: boolean | undefined;
}

const minute = 60_000;

const isOpening = ({ networkChange }: Scored): boolean =>
  networkChange?.change === 'opens' || networkChange?.change === 'enables';

/** How long the longest opening stays, in milliseconds; undefined if nothing is opened. */
function longest(steps: readonly Lasting[]): number | undefined {
  const openings = steps.filter(isOpening);
  return openings.length === 0 ? undefined : Math.max(...openings.map(({ lasts = Infinity }) => lasts));
}

/** Minutes after which every opening has to end by itself at this level, if one of them stays longer; else undefined. */
export function mustEndWithin(steps: readonly Lasting[], level: Level | undefined): number | undefined {
  const lasts = longest(steps.filter(({ isEnd }) => !isEnd));
  const most = level?.maxLeaseMinutes;
  return most !== undefined && lasts !== undefined && lasts > most * minute ? most : undefined;
}

/** The points of a change, less those that the policy takes off where every opening ends soon. The sum is never below 0. */
export function lessIfShort(
  points: readonly Point[],
  steps: readonly Lasting[],
  { risk: { shortLease } }: Policy,
): readonly Point[] {
  const lasts = longest(steps);
  if (!shortLease || lasts === undefined || lasts > shortLease.minutes * minute) return points;
  const less = Math.min(shortLease.points, sum(points));
  const why = `ends within ${duration(shortLease.minutes)}`;
  return less > 0 ? [...points, { points: -less, why }] : points;
}

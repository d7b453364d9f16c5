import { type Change, isWaiting } from '../change/model/change.ts';
import { endId } from '../change/model/ids.ts';
import { evaluatedTogetherFor, type Opening } from '../change/model/openings.ts';
import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import { longestLimit, type OpenedBefore } from '../policy/lease-limits.ts';
import { endOf, opens, type Scored } from '../policy/together.ts';
import type { ContextDependencies } from './build-context.ts';

/** Returns the id of the end that closes what was opened. */
export const endOfOpening = ({ step, end = endId(step) }: Pick<Opening, 'step' | 'end'>): string => end;

/**
 * Resolves to the openings that steps may continue: those of the same places that a limit of the policy can count. What may be open
 * still is open until now, whenever it should have ended.
 */
export async function openBefore(
  steps: readonly Scored[],
  opened: readonly Opening[],
  { policy, clock, changes }: Pick<ContextDependencies, 'policy' | 'clock' | 'changes'>,
): Promise<readonly OpenedBefore[]> {
  const now = clock();
  const longest = longestLimit(policy);
  const places = new Set(steps.filter(opens).map(endOf));
  const continued = opened.filter(
    (opening) =>
      (opening.endsAt ?? Infinity) - opening.openSince <= longest &&
      opens(opening) &&
      places.has(endOf(opening)),
  );
  return mapConcurrently(
    continued,
    async (opening) => {
      const { endsAt = now } = opening;
      if (endsAt > now) return opening;
      const end = await changes.get(endOfOpening(opening));
      const isRecent = endsAt >= now - longest - evaluatedTogetherFor;
      return end && mayBeOpen(end, isRecent) ? { ...opening, stillOpenAt: now } : opening;
    },
    maxConcurrency.store,
  );
}

/**
 * Returns whether what an end closes may be open still: the end is overdue, or its outcome is unknown. What it left to people counts for
 * a while only, since nobody says when they close it.
 */
const mayBeOpen = (end: Change, isRecent: boolean): boolean =>
  isWaiting(end) || end.status === 'unknown' || (isRecent && end.status !== 'done' && end.status !== 'over');

import { isWaiting, type Status } from '../change/model/change.ts';
import type { Changes } from '../change/model/changes.ts';
import { endId, rollbackId } from '../change/model/ids.ts';
import { evaluatedTogetherFor, type Opening } from '../change/model/openings.ts';
import { changeUndoneBy, endedStepOf } from '../change/model/reversal.ts';
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
  {
    policy,
    clock,
    changes,
  }: Pick<ContextDependencies, 'policy' | 'clock'> & {
    readonly changes: Pick<Changes, 'get'>;
  },
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
      const status = await statusOfEnd(endOfOpening(opening), changes);
      const isRecent = endsAt >= now - longest - evaluatedTogetherFor;
      return status && mayBeOpen(status, isRecent) ? { ...opening, stillOpenAt: now } : opening;
    },
    maxConcurrency.store,
  );
}

/** Resolves to how an end stands or, if its plan is rolled back, how that stands; undefined if there is none. */
async function statusOfEnd(id: string, changes: Pick<Changes, 'get'>): Promise<Status | undefined> {
  const end = await changes.get(id);
  if (end?.status !== 'superseded') return end?.status;
  const rollback = await changes.get(rollbackId(changeUndoneBy(end)));
  const step = rollback?.steps.find(({ undoes }) => undoes?.id === endedStepOf(end));
  return step?.outcome?.kind ?? rollback?.status ?? end.status;
}

/**
 * Returns whether what an end closes may be open still: the end is overdue, or its outcome is unknown. What it left to people counts for
 * a while only, since nobody says when they close it.
 */
const mayBeOpen = (status: Status, isRecent: boolean): boolean =>
  isWaiting({ status }) || status === 'unknown' || (isRecent && status !== 'done' && status !== 'over');

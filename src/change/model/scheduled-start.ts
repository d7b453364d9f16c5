import type { Instant } from '../../core/clock.ts';
import type { Change, RequestedChange } from './change.ts';

/** Returns the earliest start among the steps without an outcome; 0 if one of them has no start time. */
function firstStart({ steps }: Pick<RequestedChange, 'steps'>): Instant {
  const starts = steps.flatMap(({ outcome, startsAt = 0 }) => (outcome ? [] : [startsAt]));
  return starts.length > 0 ? Math.min(...starts) : 0;
}

/**
 * Returns the time from which a request can proceed: when it entered its status or, once it is approved, the start of its next
 * step if that is later.
 */
export const canGoOnSince = (change: Pick<Change, 'steps' | 'since' | 'status'>): Instant =>
  change.status === 'approved' || change.status === 'running'
    ? Math.max(change.since, firstStart(change))
    : change.since;

/**
 * Returns the start of an approved request if it is later than its approval. Undefined for any other request, and while it waits for
 * the audit log, since it may start later then.
 */
export function scheduledStart(
  change: Pick<Change, 'steps' | 'since' | 'status' | 'isUnlogged'>,
): Instant | undefined {
  const start = firstStart(change);
  return change.status === 'approved' && !change.isUnlogged && start > change.since ? start : undefined;
}

/** Returns whether its requester can cancel an approved change: it waits for its start, or for the audit log. */
export const waitsToStart = (change: Pick<Change, 'steps' | 'since' | 'status' | 'isUnlogged'>): boolean =>
  (change.status === 'approved' && change.isUnlogged === true) || scheduledStart(change) !== undefined;

/** Returns whether a step had or has to wait for a start time. */
export const startedLater = ({ steps, created }: Pick<Change, 'steps' | 'created'>): boolean =>
  steps.some(({ startsAt = 0 }) => startsAt > created);

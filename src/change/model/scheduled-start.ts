import type { Instant } from '../../core/clock.ts';
import type { Change, RequestedChange } from './change.ts';

/** The earliest start among the steps without an outcome; 0 if one of them has no time to wait for. */
function firstStart({ steps }: Pick<RequestedChange, 'steps'>): Instant {
  const starts = steps.flatMap(({ outcome, startsAt = 0 }) => (outcome ? [] : [startsAt]));
  return starts.length > 0 ? Math.min(...starts) : 0;
}

/**
 * Since when a request can go on: since it came into its status or, once it is approved, since the start of its next step, if that
 * is later. What is open or has ended waits for no start.
 */
export const canGoOnSince = (change: Pick<Change, 'steps' | 'since' | 'status'>): Instant =>
  change.status === 'approved' || change.status === 'running'
    ? Math.max(change.since, firstStart(change))
    : change.since;

/** When an approved request starts, if that is later than its approval; undefined for any other request. */
export function scheduledStart(change: Pick<Change, 'steps' | 'since' | 'status'>): Instant | undefined {
  const start = firstStart(change);
  return change.status === 'approved' && start > change.since ? start : undefined;
}

/** Whether a step of it had to wait for a start, or has to. */
export const startedLater = ({ steps, created }: Pick<Change, 'steps' | 'created'>): boolean =>
  steps.some(({ startsAt = 0 }) => startsAt > created);

/** The earliest time at which a step is to end; `Infinity` if none ends at a time. */
const firstEnd = ({ steps }: Pick<RequestedChange, 'steps'>): Instant =>
  Math.min(...steps.map(({ ends }) => (ends && 'at' in ends ? ends.at : Number.POSITIVE_INFINITY)));

/** When a request expires that would expire at `expires`: at the end of its change, if that is earlier. */
export const expiresWithEnd = (change: Pick<RequestedChange, 'steps'>, expires: Instant): Instant =>
  Math.min(expires, firstEnd(change));

/**
 * When an approved request expires. It has as long after its start as it had for its approval, so that it can't expire
 * before it starts; but never longer than until the end of its change.
 */
export function expiresAfterStart({
  steps,
  created,
  expires,
}: Pick<Change, 'steps' | 'created' | 'expires'>): number {
  const lastStart = Math.max(0, ...steps.map(({ startsAt = 0 }) => startsAt));
  return expiresWithEnd({ steps }, Math.max(expires, lastStart + expires - created));
}

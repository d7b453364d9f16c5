import type { Approval } from './approval.ts';
import type { Change } from './change.ts';

/** The earliest start among the steps without an outcome, in milliseconds since 1970; 0 if one of them has no time to wait for. */
function firstStart({ steps }: Pick<Change, 'steps'>): number {
  const starts = steps.flatMap(({ outcome, startsAt = 0 }) => (outcome ? [] : [startsAt]));
  return starts.length > 0 ? Math.min(...starts) : 0;
}

/**
 * Since when a request can go on: since it came into its phase or, once it is approved, since the start of its next step, if that
 * is later. What is open or has ended waits for no start.
 */
export const canGoOnSince = (approval: Pick<Approval, 'steps' | 'since' | 'phase'>): number =>
  approval.phase === 'approved' || approval.phase === 'running'
    ? Math.max(approval.since, firstStart(approval))
    : approval.since;

/** When an approved request starts, if that is later than its approval; undefined for any other request. */
export function scheduledStart(approval: Pick<Approval, 'steps' | 'since' | 'phase'>): number | undefined {
  const start = firstStart(approval);
  return approval.phase === 'approved' && start > approval.since ? start : undefined;
}

/** Whether a step of it had to wait for a start, or has to. */
export const startedLater = ({ steps, created }: Pick<Approval, 'steps' | 'created'>): boolean =>
  steps.some(({ startsAt = 0 }) => startsAt > created);

/** The earliest time at which a step is to end; `Infinity` if none ends at a time. */
const firstEnd = ({ steps }: Pick<Change, 'steps'>): number =>
  Math.min(...steps.map(({ ends }) => (ends && 'at' in ends ? ends.at : Number.POSITIVE_INFINITY)));

/** When a request expires that would expire at `expires`: at the end of its change, if that is earlier. */
export const expiresWithEnd = (change: Pick<Change, 'steps'>, expires: number): number =>
  Math.min(expires, firstEnd(change));

/**
 * When an approved request expires. It has as long after its start as it had for its approval, so that it can't expire
 * before it starts; but never longer than until the end of its change.
 */
export function expiresAfterStart({
  steps,
  created,
  expires,
}: Pick<Approval, 'steps' | 'created' | 'expires'>): number {
  const lastStart = Math.max(0, ...steps.map(({ startsAt = 0 }) => startsAt));
  return expiresWithEnd({ steps }, Math.max(expires, lastStart + expires - created));
}

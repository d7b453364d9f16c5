import { longestSpan } from '../../time/timing.ts';

/** Upper bound for the time that a policy can give people to decide, in milliseconds. */
export const longestApproval = 7 * 24 * 60 * 60_000;

/**
 * Upper bound for the time from a request to the beginning of its last step, in milliseconds: until its start, and from then
 * on as long as it had for its approval (`expiresAfterStart`). A confirmed plan has less than that from its start.
 */
export const longestRequest = longestSpan + longestApproval;

/** Upper bound for the time that a step which ends by itself lasts, however often it is extended, in milliseconds. */
export const longestLease = 365 * 24 * 60 * 60_000;

/**
 * How long after its preview has expired a change that was confirmed in time may still begin, in milliseconds: longer than
 * a job is in the queue. A change that was a dead letter for hours is no longer expected.
 */
export const maxStartDelay = 45 * 60_000;

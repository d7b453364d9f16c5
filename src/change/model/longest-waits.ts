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

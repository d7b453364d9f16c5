import { longestSpan } from '../../time/timing.ts';

/*
 * How long things last and wait that no policy sets.
 */

const minute = 60_000;

/** A preview can be confirmed for this long. */
export const previewLifetime = 10 * minute;

/**
 * How long after its preview has expired a change that was confirmed in time may still begin: longer than a job is in the
 * queue. A change that was a dead letter for hours is no longer expected.
 */
export const maxStartDelay = 45 * minute;

/** The Undo of a step is offered for this long. */
export const undoLifetime = 30 * minute;

/** How long a step of a confirmed plan can wait for its turn: as long as the step before it can take. */
export const stepTime = 60 * minute;

/** For this long what a job brought is left to that job; then the sweeper does it. */
export const recoverAfter = 2 * minute;

/** For this long a background job of the cloud API is polled; then a person has to look. */
export const trackedFor = 45 * minute;

/** How often the sweeper runs (serverless.yml): each start, end and notice that was just set is further ahead than that. */
export const sweepEvery = 4 * minute;

/** How far a sweep looks ahead: until the next one has looked, even if that is a minute late. SQS delays no message for longer than 15 minutes. */
export const lookAhead = sweepEvery + minute;

/** The picture of a request is drawn this long after its card was posted, and shown this long after its upload. */
export const picturePause = 2000;

/** What a job has claimed, and of which nothing was heard for this long, has an unknown outcome. Longer than anything is polled. */
export const lostAfter = 60 * minute;

/** For this long people are told again and again, where Slack refuses it; the audit log for ever. */
export const notifyFor = 24 * 60 * minute;

/** Upper bound for the time that a policy can give people to decide. */
export const longestApproval = 7 * 24 * 60 * minute;

/**
 * Upper bound for the time from a request to the beginning of its last step: until its start, and from then on as long as it had
 * for its approval (`expiresAfterStart`). A confirmed plan has less than that from its start.
 */
export const longestRequest = longestSpan + longestApproval;

/** Upper bound for the time that a step which ends by itself lasts, however often it is extended. */
export const longestLease = 365 * 24 * 60 * minute;

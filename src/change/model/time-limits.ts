import { day, minute } from '../../core/clock.ts';
import { longestSpan } from '../../time/timing.ts';

/*
 * Lifetimes and delays that no policy configures. docs/time-limits.md has all, and where two of them meet.
 */

/** Time in which a preview can be confirmed. */
export const previewLifetime = 10 * minute;

/**
 * How long a decided change may still start after its preview or its request expired, or after its start: longer than the eight
 * deliveries of a message take. Nobody expects a change any more that was a dead letter for hours.
 */
export const maxStartDelay = 45 * minute;

/** Time in which the Undo of a step is offered. */
export const undoLifetime = 30 * minute;

/** Time that each step of a change that has started has in its turn. */
export const stepTime = 60 * minute;

/** Time that a job has for the tasks of a change; then the sweeper takes over. */
export const recoverAfter = 2 * minute;

/** Time for which a background job of the cloud API is polled; after that, a person has to check it. */
export const trackedFor = 45 * minute;

/**
 * Time after which the sweeper has a background job looked at, in case its polls died with their workers, and fails the step of a click
 * that was not sent: longer than the eight deliveries of a message take.
 */
export const lookedAtAfter = 20 * minute;

/**
 * Time for which it is looked at, in each sweep: longer than a day's outage. Each look that can be made completes the step once it is no longer
 * tracked, so only a step that nobody could look at is lost.
 */
export const lookedAtFor = 2 * day;

/** Interval of the sweeper (serverless.yml). A new start, end or notice is always further ahead than this. */
export const sweepEvery = 4 * minute;

/** How far a sweep looks ahead: until the next has run, even a minute late. SQS can't delay a message for over 15 minutes. */
export const lookAhead = sweepEvery + minute;

/** Delay from the card to the rendering of its picture, and from the upload to its display. */
export const picturePause = 2000;

/** A claimed step without a report for this long has an unknown outcome. Longer than anything is polled. */
export const lostAfter = 60 * minute;

/** Time for which notifications are retried if Slack refuses them. The audit log is retried forever. */
export const notifyFor = day;

/** Upper bound for the approval time that a policy can set. */
export const longestApproval = 7 * day;

/**
 * Upper bound for the time from a request to the beginning of its last step: until its start or the end of its approval, plus its
 * delay (`startDeadline`) and the time of all its steps (`stepDeadline`).
 */
export const longestRequest = longestSpan + longestApproval;

/** Upper bound for the duration of a step that ends by itself, including all extensions. */
export const longestLease = 365 * day;

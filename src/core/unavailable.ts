/**
 * A dependency of a job is temporarily unavailable, and nothing was sent to the cloud API: the job must be redelivered. The
 * message is a sentence that users may see.
 */
export class Unavailable extends Error {
  override readonly name = 'Unavailable';
  /** Seconds to wait before a retry; 0 if unknown. */
  readonly retryAfter: number;

  constructor(sentence: string, retryAfter = 0) {
    super(sentence);
    this.retryAfter = retryAfter;
  }
}

/**
 * A step can't run yet: its time has not come by the clock of this worker, which can be behind the sweeper's, or another change is
 * changing its resource. Its job looks again after short pauses.
 */
export class NotDue extends Error {
  override readonly name = 'NotDue';
}

/** Returns whether a rate limit refused a call and named the time until a retry. */
export const isRateLimited = (error: unknown): error is Unavailable =>
  error instanceof Unavailable && error.retryAfter > 0;

/** One delivery of a job by the queue. */
export interface DeliveryAttempt {
  /** Number of deliveries so far, including this one. */
  readonly received: number;
  /** True if SQS moves the job to the dead-letter queue after this delivery: a failure must be reported now. */
  readonly isLast: boolean;
}

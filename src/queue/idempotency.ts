import type { Millis } from '../core/clock.ts';
/**
 * Result of claiming a job.
 * - `claimed`: this worker processes it.
 * - `running`: another worker holds a valid claim.
 * - `abandoned`: its worker died before it stored an outcome.
 * - `finished`: the outcome is stored, and this worker has to deliver it.
 * - `delivered`: nothing is left to do.
 * - `other`: the id belongs to a job with different content.
 */
export type ClaimResult<Outcome> =
  | { readonly state: 'claimed' | 'running' | 'abandoned' | 'delivered' | 'other' }
  | { readonly state: 'finished'; readonly outcome: Outcome };

/** Idempotency records, one per job: a job that is delivered twice is processed once. */
export interface IdempotencyStore<Outcome> {
  /** Claims a job by one conditional write. `claimFor` is how long the claim lasts. `content` is a hash of the job's content, for jobs whose id does not identify it. */
  claim(id: string, claimFor: Millis, content?: string): Promise<ClaimResult<Outcome>>;
  /** Stores the outcome before it is delivered. */
  saveOutcome(id: string, outcome: Outcome): Promise<void>;
  /** Marks the outcome as delivered. */
  markDelivered(id: string): Promise<void>;
  /** Ends the claim early; the next claim finds the job `abandoned` or `finished`. Does nothing for a job without a claim. */
  release(id: string): Promise<void>;
  /** Removes the claim of a job that has not started; the next claim is like the first. Does nothing without a claim. */
  unclaim(id: string): Promise<void>;
}

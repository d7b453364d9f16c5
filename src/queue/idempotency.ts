import type { Millis } from '../core/clock.ts';
/**
 * Result of claiming a job. `claimed`: this worker processes it. `running`: another worker holds a valid lease.
 * `abandoned`: its worker died before it stored an outcome. `finished`: the outcome is stored and this worker has to
 * deliver it. `delivered`: nothing is left to do. `other`: its id was used for another content.
 */
export type ClaimResult<Outcome> =
  | { readonly state: 'claimed' | 'running' | 'abandoned' | 'delivered' | 'other' }
  | { readonly state: 'finished'; readonly outcome: Outcome };

/** Idempotency records, one per job, so that a job that is delivered twice is processed once. */
export interface IdempotencyStore<Outcome> {
  /** Claims a job by one conditional write. `content` is a hash of what the job is about, where its id does not say that. */
  claim(id: string, lease: Millis, content?: string): Promise<ClaimResult<Outcome>>;
  /** Stores the outcome, before it is delivered. */
  saveOutcome(id: string, outcome: Outcome): Promise<void>;
  /** Marks the outcome as delivered. */
  markDelivered(id: string): Promise<void>;
  /** Ends the lease early; the next claim finds the job `abandoned` or `finished`. Does nothing for a job that it has not claimed. */
  release(id: string): Promise<void>;
  /** Undoes a claim of a job that was not begun; the next claim is like the first. Does nothing for a job that it has not claimed. */
  unclaim(id: string): Promise<void>;
}

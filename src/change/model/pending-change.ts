import type { Decision } from '../../answer/answer.ts';
import type { Change } from './change.ts';

/**
 * How long after its preview has expired a change that was confirmed in time may still begin, in milliseconds: longer than
 * a job is in the queue. A change that was a dead letter for hours is no longer expected.
 */
export const maxStartDelay = 45 * 60_000;

/** A previewed change that waits for its requester to confirm or cancel. Buttons carry its id only. */
export interface PendingChange extends Change {
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** A previewed change with what its requester decided on it; without `decision`, it was neither confirmed nor cancelled. */
export interface PreviewedChange extends PendingChange {
  readonly decision?: Decision;
}

export type DecisionResult =
  /** `redelivered`: decided before by this same job, which may have gone further. */
  | { readonly pending: PendingChange; readonly redelivered?: true }
  | { readonly refused: 'unknown' | 'not yours' | 'confirmed before' | 'cancelled before' }
  /** It was not decided on in time. */
  | { readonly refused: 'expired'; readonly pending: PendingChange };

export interface PendingChanges {
  put(pending: PendingChange): Promise<void>;
  /** A stored change, whatever was decided on it; undefined if there is none. */
  get(id: string): Promise<PreviewedChange | undefined>;
  /**
   * Confirms or cancels by one conditional write: the change must be open, not expired, and requested by `by`. Idempotent
   * for the same `job`.
   */
  decide(id: string, by: string, decision: Decision, job: string): Promise<DecisionResult>;
}

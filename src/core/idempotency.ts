/**
 * What is known of a job that was claimed before. `running`: another worker does it, or tells of it, and its
 * lease has not ended. `abandoned`: its worker died before it wrote an outcome. `finished`: the outcome still
 * has to be told, now by this worker.
 */
export type Claim<Outcome> =
  | { readonly state: 'claimed' | 'running' | 'abandoned' | 'told' }
  | { readonly state: 'finished'; readonly outcome: Outcome };

/** Keeps one receipt a job, so that a job delivered twice is done once. */
export interface Receipts<Outcome> {
  /** One conditional write decides; `lease` in milliseconds. */
  claim(id: string, lease: number): Promise<Claim<Outcome>>;
  finish(id: string, outcome: Outcome): Promise<void>;
  told(id: string): Promise<void>;
  /** Gives the lease back: the next claim finds what this worker left behind. */
  release(id: string): Promise<void>;
  /** Gives a job back that nothing was done of: the next claim is as the first. */
  giveBack(id: string): Promise<void>;
}

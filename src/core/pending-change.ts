import type { Decision } from './answer.ts';

/** A change that waits for somebody's decision. Its id is all that a button carries. */
export interface Pending {
  readonly id: string;
  readonly asker: string;
  readonly operation: string;
  /** Alias of the account that it is about. */
  readonly account: string;
  /** What it changes, as `kind/id`. */
  readonly targets: readonly string[];
  readonly raw: Readonly<Record<string, string>>;
  /** The change in words, as it was shown. */
  readonly says: string;
  /** The id of the request whose Undo it is. */
  readonly undoes?: string | undefined;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export type Settled =
  /** `again`: by the same job before, which may have gone on from there. */
  | { readonly pending: Pending; readonly again?: true }
  | { readonly refused: 'unknown' | 'not yours' | 'expired' | 'confirmed before' | 'cancelled before' };

export interface Pendings {
  put(pending: Pending): Promise<void>;
  /** One conditional write: still open, not expired, `by` its asker. The same `job` may ask twice. */
  settle(id: string, by: string, decision: Decision, job: string): Promise<Settled>;
}

import type { Text } from './answer.ts';

/** What a change has changed, named so that its state can be read again. */
export type Subject =
  | { readonly kind: 'alert policy'; readonly id: string }
  | { readonly kind: 'alert policy on server'; readonly policy: string; readonly server: string }
  | { readonly kind: 'autoscale policy on server'; readonly server: string }
  | { readonly kind: 'public address'; readonly server: string; readonly address: string }
  /** A firewall policy between data centers, or inside one. */
  | { readonly kind: 'firewall between' | 'firewall inside'; readonly dc: string; readonly id: string };

/** The way back from a change that was made. */
export interface InverseCommand {
  /** What one would type. */
  readonly line: string;
  readonly subject: Subject;
  /** The content of the state that the change leaves, where it is known: any other was made by somebody else meanwhile. */
  readonly left?: unknown;
  /** What it does not bring back, as a sentence. */
  readonly warns?: Text | undefined;
}

/** A way back that is offered. Its id is all that a button carries. */
export interface Undo extends InverseCommand {
  /** The id of the request that it undoes. */
  readonly id: string;
  readonly asker: string;
  readonly account: string;
  /** What was done, as a clause after "will". */
  readonly says: string;
  /** SHA-256 over the state in which the change left its subject. */
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

export type Used =
  | { readonly undo: Undo }
  | { readonly refused: 'unknown' | 'expired' }
  | { readonly refused: 'used'; readonly by: string };

export interface Undos {
  /** Keeps a new one; the same id again changes nothing. */
  put(undo: Undo): Promise<void>;
  /** Whether it is still offered: its time is not over, and nobody has used it. */
  look(id: string, job: string): Promise<Used>;
  /**
   * One conditional write: used by nobody yet. The same `job` may ask twice. What was looked at in time may be used
   * when the time is over.
   */
  use(id: string, by: string, job: string): Promise<Used>;
  /** Nothing came of what `job` used it for, so others may use it. */
  giveBack(id: string, job: string): Promise<void>;
}

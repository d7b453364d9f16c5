import type { Answer } from '../../answer/answer.ts';
import type { Message } from '../../messaging/messaging.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { ChangeStep } from './step.ts';

/** An Undo that is offered: the step of a change that it undoes, and how. */
export interface Undo extends ChangeStep, InverseCommand {
  /** SHA-256 over the state in which the step left its subject. */
  readonly state: string;
  /** Milliseconds since 1970. */
  readonly expires: number;
}

/** A message that shows the button of an Undo. JSON. */
export interface ShownUndo {
  /** The id of the Undo. */
  readonly undo: string;
  /** When the Undo expires, in milliseconds since 1970. */
  readonly expires: number;
  readonly message: Message;
  readonly answer: Answer;
}

export type Used =
  | { readonly undo: Undo }
  | { readonly refused: 'unknown' | 'expired' }
  | { readonly refused: 'used'; readonly by: string };

/** Undos, each under the id of the step that it undoes (`stepId`). */
export interface UndoStore {
  /** Stores a new Undo. Does nothing if there is one for the step. */
  put(undo: Undo): Promise<void>;
  /** Whether it is still offered: it has not expired, and nobody has used it. */
  check(id: string, job: string): Promise<Used>;
  /**
   * Uses an Undo up by one conditional write: nobody has used it yet. Idempotent for the same `job`. An Undo that was
   * previewed in time may be used after it has expired.
   */
  use(id: string, by: string, job: string): Promise<Used>;
  /** Offers it again, since `job` changed nothing with it. */
  giveBack(id: string, job: string): Promise<void>;
  /** Stores that a message shows an Undo. */
  show(shown: ShownUndo): Promise<void>;
  /** The messages that show an Undo, or any Undo. */
  shown(id?: string): Promise<readonly ShownUndo[]>;
  /** Forgets that a message shows an Undo. */
  hide(shown: ShownUndo): Promise<void>;
}

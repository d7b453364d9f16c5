import type { Answer } from '../../answer/answer.ts';
import type { Message } from '../../messaging/messaging.ts';

/** A message that shows the button of an Undo. JSON. */
export interface ShownUndo {
  /** The id of the step that it undoes (`stepId`), or `undoDoneId`. */
  readonly undo: string;
  /** When the Undo expires, in milliseconds since 1970. */
  readonly expires: number;
  readonly message: Message;
  readonly answer: Answer;
}

/** The messages that show an Undo. */
export interface ShownUndos {
  /** Stores that a message shows an Undo. */
  show(shown: ShownUndo): Promise<void>;
  /** The messages that show an Undo, or any Undo. */
  shown(id?: string): Promise<readonly ShownUndo[]>;
  /** Forgets that a message shows an Undo. */
  hide(shown: ShownUndo): Promise<void>;
}

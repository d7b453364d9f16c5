import type { Answer } from './answer.ts';

/** A view open before somebody: by Slack's own id, or by the one it was opened with. */
export interface ViewRef {
  readonly id?: string | undefined;
  readonly external?: string | undefined;
  /** The state that it has to be in still. */
  readonly hash?: string | undefined;
}

export interface Views<Form> {
  /** Puts a form into an open view. A view that is gone, or is no longer in that state, is left alone. */
  fill(view: ViewRef, form: Form): Promise<void>;
}

/** The page that somebody sees when they open the bot itself. */
export interface Homes {
  /** Puts `answer` there. Where Slack refuses for good nobody can see it, so that is let go. */
  publish(person: string, answer: Answer): Promise<void>;
}

/** The modal in which an approver reads a change and decides. */
export interface Reviews {
  /** Fills the placeholder that was opened for them; a view that was closed meanwhile is let go. */
  show(view: ViewRef, review: Review): Promise<void>;
}

/** What the modal shows: an answer to read, and where a decision is still open, what may be decided. */
export interface Review {
  readonly approval: string;
  /** Where it was opened from. */
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly shown: Answer;
  /** The id of the suggestion that waits for the requester, and that `shown` tells of. */
  readonly suggestion?: string | undefined;
  /** Undefined when there is nothing to decide, or not for this person; `shown` says why. */
  readonly decide?: { readonly breakGlass: boolean; readonly narrows: readonly Narrowing[] } | undefined;
}

/** A blank in which a narrower value can be proposed. */
export interface Narrowing {
  readonly field: string;
  readonly label: string;
  readonly hint: string;
  readonly words: string;
}

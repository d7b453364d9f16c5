import type { Answer } from './answer.ts';

/** An open modal, by Slack's `id` of the view or by the `external_id` that it was opened with. */
export interface ViewRef {
  readonly id?: string | undefined;
  readonly external?: string | undefined;
  /** Slack's hash of the view's state; an update is refused if the state has changed. */
  readonly hash?: string | undefined;
}

/** Forms in open modals. */
export interface Views<Form> {
  /** Shows a form in an open view. Does nothing if the view was closed or has changed. */
  fill(view: ViewRef, form: Form): Promise<void>;
}

/** Home tabs of the Slack app, one per person. */
export interface HomeTabs {
  /** Publishes `answer` as a person's Home tab. Ignores a permanent refusal by Slack: then nobody can see the tab. */
  publish(person: string, answer: Answer): Promise<void>;
}

/** Review modals, in which an approver reads a change and decides. */
export interface Reviews {
  /** Shows a review in the placeholder view that was opened for it. Does nothing if the view was closed. */
  show(view: ViewRef, review: Review): Promise<void>;
}

/** Content of a review modal: the change, and the decisions that this person can make. */
export interface Review {
  readonly approval: string;
  /** Channel and thread that it was opened from. */
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly shown: Answer;
  /** Id of the pending suggestion that `shown` includes. */
  readonly suggestion?: string | undefined;
  /** Undefined if this person has nothing to decide; `shown` says why. */
  readonly decide?: { readonly breakGlass: boolean; readonly narrows: readonly Narrowing[] } | undefined;
}

/** A field for which an approver can suggest a narrower value. `words` is its present value. */
export interface Narrowing {
  readonly field: string;
  readonly label: string;
  readonly hint: string;
  readonly words: string;
}

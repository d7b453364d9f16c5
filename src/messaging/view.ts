import type { Answer, Text } from '../answer/answer.ts';
import type { RawArgs } from '../operation/operation.ts';
import type { ReplyTarget } from './reply-target.ts';

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

/** Previews in the modals on top of submitted forms. */
export interface Previews {
  /**
   * Shows the answer to a submitted form in the modal that was opened for it. Resolves to false if the modal was closed or
   * Slack refuses the content; the caller then has to send the answer as a message.
   */
  show(view: ViewRef, replyTo: ReplyTarget, answer: Answer): Promise<boolean>;
}

/** Home tabs of the Slack app, one per person. */
export interface HomeTabs {
  /** Publishes `answer` as a person's Home tab. Ignores a permanent refusal by Slack, since nobody can see the tab then. */
  publish(person: string, answer: Answer): Promise<void>;
}

/** Review modals, in which an approver reads a change and decides. */
export interface Reviews {
  /** Shows a review in the placeholder view that was opened for it. Does nothing if the view was closed. */
  show(view: ViewRef, review: Review): Promise<void>;
  /** Updates the alerts of a suggestion form; keeps what was typed. Does nothing if the view was closed. */
  weigh(view: ViewRef, form: SuggestionForm): Promise<void>;
}

/** The form on top of a review in which an approver suggests changes. `alerts` describe the change as it was typed. */
export interface SuggestionForm
  extends Pick<Review, 'change' | 'channel' | 'thread' | 'seen' | 'suggestion' | 'alerts'> {
  readonly narrows: Narrows;
}

/** Content of a review modal: the change, and the decisions that this person can make. */
export interface Review {
  readonly change: string;
  /** The name of the request: "#1042". */
  readonly name: string;
  /** Channel and thread in which the review was opened. */
  readonly channel: string;
  readonly thread?: string | undefined;
  /** What is asked for, above the warnings. */
  readonly first?: Answer;
  readonly alerts: readonly Alert[];
  readonly shown: Answer;
  /** Digest of what is shown, which the decision carries back. */
  readonly seen?: string | undefined;
  /** Id of the pending suggestion that `alerts` names. */
  readonly suggestion?: string | undefined;
  /** Undefined if this person has nothing to decide; `shown` gives the reason. */
  readonly decide?: Decide | undefined;
}

export interface Alert {
  readonly level: 'info' | 'warning' | 'error';
  readonly text: Text;
}

/**
 * The decision that a person can make. `vote`: approve, reject or narrow another person's request. `breakGlass`: approve their
 * own request in an emergency. `canApprove`: whether their approval would count, which it does not if the request is outdated, or would fail by the present policy.
 */
export type Decide =
  | { readonly kind: 'vote'; readonly canApprove: boolean; readonly narrows?: Narrows | undefined }
  | { readonly kind: 'breakGlass' };

/** The change that an approver can narrow: an operation and the values of its own fields. */
export interface Narrows {
  readonly operation: string;
  readonly raw: RawArgs;
}

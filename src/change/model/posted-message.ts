import type { Message } from '../../messaging/messaging.ts';

/**
 * The view of a change that a message shows.
 * - `card`: its status, for approvers.
 * - `notice`: a break-glass approval, in the channel of the card.
 * - `status`: its status, in a direct message to its requester.
 * - `offer`: a suggestion, for the requester.
 * - `progress`: its steps, where it was requested.
 * - `result`: its result, and the possible next actions.
 * - `end`: a notice before an end, with buttons that move it.
 */
export type View = 'card' | 'notice' | 'status' | 'offer' | 'progress' | 'result' | 'end';

/** A message about a change, which is edited when its content changes. JSON. */
export interface PostedMessage extends Message {
  readonly view: View;
  /** For an offer, the id of its suggestion; for a notice, the id of the job that cast the vote. */
  readonly of?: string | undefined;
  /** The permalink of a card; undefined if Slack did not give one. */
  readonly link?: string | undefined;
  /** Whether it was posted again, in place of one that was deleted or can't be edited. That is done once. */
  readonly isAgain?: boolean | undefined;
  /** Hash of the content of an offer or a result, which is edited only if this changes. */
  readonly rendered?: string | undefined;
}

/** A change with messages. */
export interface Posted {
  readonly messages: readonly PostedMessage[];
}

/** Returns the messages with this view of a change. */
export const messagesWith = (view: View, { messages }: Posted): readonly PostedMessage[] =>
  messages.filter((message) => message.view === view);

/** Returns whether a message has this view of a change. */
export const isPosted = (view: View, { messages }: Posted): boolean =>
  messages.some((message) => message.view === view);

/** Returns the permalink of a change's card; undefined if Slack gave none. */
export const permalinkOf = ({ messages }: Posted): string | undefined =>
  messages.find(({ link }) => link !== undefined)?.link;

/** Returns whether two references are to one message in Slack. */
export const isSameMessage = (one: Message, other: Message): boolean =>
  one.channel === other.channel && one.ts === other.ts;

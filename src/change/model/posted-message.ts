import type { Message } from '../../messaging/messaging.ts';

/**
 * What a message about a change shows. `card`: how it stands, for approvers. `notice`: a break-glass approval, in the same channel.
 * `status`: how it stands, in a direct message to its requester. `offer`: a suggestion, for the requester. `progress`: its steps,
 * where it was requested. `result`: how it ended, and what can be done about that. `end`: that something ends soon, with what moves its
 * end.
 */
export type View = 'card' | 'notice' | 'status' | 'offer' | 'progress' | 'result' | 'end';

/** A message about a change, which is edited when what it shows has changed. JSON. */
export interface PostedMessage extends Message {
  readonly view: View;
  /** Of an offer, the id of its suggestion; of a notice, the id of the job that cast the vote. */
  readonly of?: string | undefined;
  /** The permalink of a card; undefined if Slack did not give one. */
  readonly link?: string | undefined;
  /** Hash of the content of an offer or a result, so that it is edited only when that changes. */
  readonly rendered?: string | undefined;
}

/** What messages are about. */
export interface Posted {
  readonly messages: readonly PostedMessage[];
}

/** The messages that have this view of a change. */
export const messagesWith = (view: View, { messages }: Posted): readonly PostedMessage[] =>
  messages.filter((message) => message.view === view);

/** Whether a message has this view of a change. */
export const isPosted = (view: View, { messages }: Posted): boolean =>
  messages.some((message) => message.view === view);

/** The permalink of the card of a change; undefined if Slack gave none. */
export const permalinkOf = ({ messages }: Posted): string | undefined =>
  messages.find(({ link }) => link !== undefined)?.link;

/** Whether two messages are the same one in Slack. */
export const isSameMessage = (one: Message, other: Message): boolean =>
  one.channel === other.channel && one.ts === other.ts;

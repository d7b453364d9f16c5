import type { Answer } from '../answer/answer.ts';
import type { ReplyTarget } from './reply-target.ts';

/** A posted Slack message, which can be edited. */
export interface Message {
  readonly channel: string;
  /** `thread_ts` of its thread, if it is in one. */
  readonly thread?: string | undefined;
  readonly ts: string;
}

/** A text file, encoded in UTF-8. */
export interface TextFile {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

/** A picture that messages show. */
export interface PictureFile {
  readonly name: string;
  readonly title: string;
  /** Alt text. */
  readonly words: string;
  /** PNG. */
  readonly content: Uint8Array;
}

/** Sends messages to Slack. Each call rejects if Slack cannot be reached or refuses permanently. */
export interface Messenger {
  /** Sends an ephemeral message; falls back to the response URL, even on a rate limit, then to a direct message. */
  ephemeral(replyTo: ReplyTarget, answer: Answer): Promise<void>;
  /**
   * Sends an ephemeral message, which Slack does not store, and never to a response URL without TLS. Resolves to false without
   * sending anything if Slack refuses it, or if the request came from the Home tab, which can't show one.
   */
  ephemeralOnly(replyTo: ReplyTarget, answer: Answer): Promise<boolean>;
  /**
   * Sends a preview to its requester: a normal message in their direct messages with Skydesk, which survives a reload of Slack,
   * and an ephemeral one elsewhere.
   */
  preview(replyTo: ReplyTarget, answer: Answer): Promise<void>;
  /** Posts in the channel, visible to everyone there; falls back to a direct message to the person. */
  post(replyTo: ReplyTarget, answer: Answer): Promise<Message>;
  /** Posts in the channel, visible to everyone there. If Slack refuses, sends `otherwise` to the person alone. */
  share(replyTo: ReplyTarget, answer: Answer, otherwise: Answer): Promise<void>;
  /** Edits a message, or posts it again if it was deleted. Resolves to the current message; undefined if neither works. */
  edit(message: Message, answer: Answer): Promise<Message | undefined>;
  /** Posts to a channel by id or "#name", or to a person by user id as a direct message. */
  send(to: string, answer: Answer): Promise<Message>;
  /**
   * Edits a message; does nothing if it was deleted or can't be edited. Resolves to false only if Slack refuses any message in its
   * place, which an administrator may change.
   */
  amend(message: Message, answer: Answer): Promise<boolean>;
  /**
   * Replies in the thread of a message. If that message was deleted, Slack posts to its channel. `isBroadcast` also shows the
   * reply in the channel.
   */
  reply(message: Message, answer: Answer, isBroadcast?: boolean): Promise<Message>;
  /** Resolves to the permalink of a message; undefined if Slack does not give one. Never rejects. */
  permalink(message: Message): Promise<string | undefined>;
  /** Replaces the message whose button was pressed. */
  replace(replyTo: ReplyTarget, answer: Answer): Promise<void>;
  /** Deletes the message whose button was pressed. If Slack refuses, sends `otherwise` to the person. */
  remove(replyTo: ReplyTarget, otherwise: Answer): Promise<void>;
  /**
   * Uploads a picture and shares it in the thread of a message, so that everyone there may see it. Resolves to Slack's id of the file, which
   * messages refer to.
   */
  upload(picture: PictureFile, into: Message): Promise<string>;
  /** Sends the person a file in a direct message. Rejects with a `UserError` if Slack refuses it. */
  file(replyTo: ReplyTarget, file: TextFile): Promise<void>;
}

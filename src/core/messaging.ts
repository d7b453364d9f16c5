import type { Answer } from './answer.ts';
import type { Place } from './reply-target.ts';

/** A message in Slack that can be edited. */
export interface Message {
  readonly channel: string;
  /** The thread that it stands in. */
  readonly thread?: string | undefined;
  readonly ts: string;
}

/** A text file, UTF-8. */
export interface TextFile {
  readonly name: string;
  readonly title: string;
  readonly content: string;
}

/** Whatever can be said into Slack. Each rejects when Slack cannot be reached or refuses for good. */
export interface Messenger {
  /** Only the person sees it: in the channel, else at the response URL, else in a direct message. */
  whisper(place: Place, answer: Answer): Promise<void>;
  /** Everyone in the channel sees it; where Slack does not take it there, the person alone in a direct message. */
  post(place: Place, answer: Answer): Promise<Message>;
  /**
   * Resolves to where the message stands now: it is posted again where somebody deleted it, so a later edit
   * has to remember the new place. Undefined where neither it nor a new one can be reached any more.
   */
  edit(message: Message, answer: Answer): Promise<Message | undefined>;
  /** To a channel by id or "#name", or to a person by id as a direct message. */
  send(to: string, answer: Answer): Promise<Message>;
  /** Puts `answer` in the place of the private message whose button was pressed. */
  replace(place: Place, answer: Answer): Promise<void>;
  /** Sends the person a file in a direct message; rejects with a `Failure` when Slack does not take it. */
  file(place: Place, file: TextFile): Promise<void>;
}

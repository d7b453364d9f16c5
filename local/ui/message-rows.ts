import { dayOf } from './time.ts';
import type { Message } from './workspace-view.ts';

export interface Row {
  readonly message: Message;
  /** The day that begins with this message, as the divider shows it. */
  readonly day: string | undefined;
  /** Whether it continues a message of the same author, and thus needs no name. */
  readonly continues: boolean;
}

/** Time within which consecutive messages of an author are shown under one name, in seconds, as in Slack. */
const groupSeconds = 5 * 60;

/**
 * Returns the rows of a list of messages, oldest first.
 * @param tz time zone of the reader
 * @param now milliseconds since the epoch
 */
export function rowsOf(messages: readonly Message[], tz: string, now: number): readonly Row[] {
  return messages.map((message, at) => {
    const before = messages[at - 1];
    const today = dayOf(message.ts, tz, now);
    const day = before && dayOf(before.ts, tz, now) === today ? undefined : today;
    return { message, day, continues: day === undefined && before !== undefined && follows(message, before) };
  });
}

/**
 * Whether a message continues the previous one without a name. Not the first reply of a thread, nor a message with its own line
 * about its audience or its thread.
 */
const follows = (message: Message, before: Message): boolean =>
  message.user === before.user &&
  !message.secret &&
  !before.secret &&
  !message.isBroadcast &&
  message.threadTs === before.threadTs &&
  Number(message.ts) - Number(before.ts) < groupSeconds;

import { dayOf } from './time.ts';
import type { Message } from './workspace-view.ts';

/** A message in its list. */
export interface Row {
  readonly message: Message;
  /** The day that begins with it, as its divider shows it. */
  readonly day: string | undefined;
  /** It follows on a message of the same author, so it needs no name. */
  readonly continues: boolean;
}

/** How long after a message the next one of its author is shown without a name, in seconds, as in Slack. */
const groupSeconds = 5 * 60;

/**
 * How messages are shown one after the other, oldest first.
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

/** The first reply of a thread, and what says whom it is for or where it belongs in a line of its own, always has a name. */
const follows = (message: Message, before: Message): boolean =>
  message.user === before.user &&
  !message.secret &&
  !before.secret &&
  !message.isBroadcast &&
  message.threadTs === before.threadTs &&
  Number(message.ts) - Number(before.ts) < groupSeconds;

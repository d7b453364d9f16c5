import { fieldsOf, type SlackBody } from './payload-schema.ts';

/** Returns the `thread_ts` of the thread in which a message is a reply; undefined for the parent message of a thread. */
export const threadOf = (threadTs: unknown, ts: unknown): string | undefined =>
  typeof threadTs === 'string' && threadTs !== '' && threadTs !== ts ? threadTs : undefined;

/** Whether a message is a reply that the channel shows too. It is answered in the channel. */
const isBroadcast = ({ subtype }: SlackBody): boolean => subtype === 'thread_broadcast';

/** Returns the thread in which a message is answered. */
export const threadOfMessage = (message: SlackBody): string | undefined =>
  isBroadcast(message) ? undefined : threadOf(message.thread_ts, message.ts);

/** Returns the thread in which a click is answered. */
export function threadPressed(pressed: { readonly container?: unknown; readonly message?: unknown }) {
  const { thread_ts, message_ts } = fieldsOf(pressed.container);
  return isBroadcast(fieldsOf(pressed.message)) ? undefined : threadOf(thread_ts, message_ts);
}

import { fieldsOf } from './payload-schema.ts';

/** `thread_ts` of the thread that a message is a reply in; undefined for the parent message of a thread. */
export const threadOf = (threadTs: unknown, ts: unknown): string | undefined =>
  typeof threadTs === 'string' && threadTs !== '' && threadTs !== ts ? threadTs : undefined;

/** The thread in which a button was pressed; undefined for a reply that the channel sees, too, since it is answered there. */
export function threadPressed(pressed: { readonly container?: unknown; readonly message?: unknown }) {
  const { thread_ts, message_ts } = fieldsOf(pressed.container);
  const isBroadcast = fieldsOf(pressed.message).subtype === 'thread_broadcast';
  return isBroadcast ? undefined : threadOf(thread_ts, message_ts);
}

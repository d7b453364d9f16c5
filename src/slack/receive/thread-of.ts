import { fieldsOf } from './payload-schema.ts';

/** Returns the `thread_ts` of the thread in which a message is a reply; undefined for the parent message of a thread. */
export const threadOf = (threadTs: unknown, ts: unknown): string | undefined =>
  typeof threadTs === 'string' && threadTs !== '' && threadTs !== ts ? threadTs : undefined;

/**
 * Returns the thread in which a button was clicked; undefined for a reply that was broadcast, which is answered in the channel.
 */
export function threadPressed(pressed: { readonly container?: unknown; readonly message?: unknown }) {
  const { thread_ts, message_ts } = fieldsOf(pressed.container);
  const isBroadcast = fieldsOf(pressed.message).subtype === 'thread_broadcast';
  return isBroadcast ? undefined : threadOf(thread_ts, message_ts);
}

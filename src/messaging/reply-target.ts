import { isUserId } from './slack-ids.ts';

/** Where a request came from, and so where its answer goes. */
export interface ReplyTarget {
  /** Slack channel id. For the Home tab, which has no channel, the user id of the person. */
  readonly channel: string;
  /** `thread_ts` of the thread, if it came from one. */
  readonly thread?: string | undefined;
  /** Slack user id. */
  readonly person: string;
  /** Slack's `response_url` of this interaction: valid for five uses and thirty minutes. */
  readonly responseUrl?: string | undefined;
}

/** Whether a channel is a direct message of two, with Skydesk or between people. */
export const isDirectMessage = ({ channel }: Pick<ReplyTarget, 'channel'>): boolean =>
  channel.startsWith('D');

/**
 * Whether a request came from the Home tab, so that its answer goes to the person's direct messages. User ids begin with U
 * or W, channel ids never do. One person can have a U id and a W id.
 */
export const isOnHome = ({ channel }: Pick<ReplyTarget, 'channel'>): boolean => isUserId(channel);

import { isUserId } from './slack-ids.ts';

/** The origin of a request, which its answer is sent to. */
export interface ReplyTarget {
  /** Slack channel id. For the Home tab, which has no channel, the person's user id. */
  readonly channel: string;
  /** `thread_ts` of the thread, if the request came from one. */
  readonly thread?: string | undefined;
  /** Slack user id. */
  readonly person: string;
  /** Slack's `response_url` of this interaction: valid for five uses and thirty minutes. */
  readonly responseUrl?: string | undefined;
}

/** Returns whether a channel is a direct message between two, with Skydesk or between people. */
export const isDirectMessage = ({ channel }: Pick<ReplyTarget, 'channel'>): boolean =>
  channel.startsWith('D');

/**
 * Returns whether a request came from the Home tab; its answer then goes to the person's direct messages. User ids begin with U
 * or W, channel ids never do. One person can have a U id and a W id.
 */
export const isOnHome = ({ channel }: Pick<ReplyTarget, 'channel'>): boolean => isUserId(channel);

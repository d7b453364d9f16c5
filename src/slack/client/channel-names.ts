import { cacheByKey } from '../../core/cached-by-key.ts';
import { type Clock, hour, type Millis } from '../../core/clock.ts';
import { lookUp } from './look-up.ts';
import type { SlackCall } from './web.ts';

/** How long a name is cached. */
const maxAge: Millis = hour;

/** Looks up the names of channels, with a cache. Rejects if Slack can't be reached, or if Skydesk can't see the channel. */
export function channelNamesOf(slack: SlackCall, clock: Clock): (id: string) => Promise<string | undefined> {
  const channels = cacheByKey(async (channel) => {
    const found = await lookUp(slack, 'conversations.info', (web) => web.conversations.info({ channel }));
    return found.channel?.name;
  }, clock);
  return (id) => channels.get(id, maxAge);
}

import { cacheOf } from '../../core/cached.ts';
import { type Clock, hour, type Millis } from '../../core/clock.ts';
import { lookUp } from './look-up.ts';
import type { SlackCall } from './web.ts';

/** How long the handles are cached. */
const maxAge: Millis = hour;

/** Looks up the handles of user groups, with a cache. Rejects if Slack can't be reached. */
export function groupHandlesOf(slack: SlackCall, clock: Clock): (id: string) => Promise<string | undefined> {
  const handles = cacheOf(async (): Promise<ReadonlyMap<string | undefined, string | undefined>> => {
    const { usergroups = [] } = await lookUp(slack, 'usergroups.list', (web) => web.usergroups.list());
    return new Map(usergroups.map(({ id, handle }) => [id, handle]));
  }, clock);
  return async (id) => (await handles.get(({ readAt }) => clock() - readAt < maxAge)).get(id);
}

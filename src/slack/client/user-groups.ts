import { cacheByKey } from '../../core/cached-by-key.ts';
import { type Clock, type Millis, minute } from '../../core/clock.ts';
import type { Groups } from '../../messaging/member.ts';
import { lookUp } from './look-up.ts';
import type { SlackCall } from './web.ts';

/** How long the members of a group are cached. */
const maxAge: Millis = minute;

/** Looks up the members of user groups, with a cache of one minute. */
export function groupsOf(slack: SlackCall, clock: Clock): Groups {
  const membersOf = cacheByKey<ReadonlySet<string>>(async (usergroup) => {
    const { users = [] } = await lookUp(slack, 'usergroups.users.list', (web) =>
      web.usergroups.users.list({ usergroup }),
    );
    return new Set(users);
  }, clock);

  return {
    async of(ids, among) {
      const members = await Promise.all(among.map((group) => membersOf.get(group, maxAge)));
      return among.filter((_, at) => ids.some((id) => members[at]?.has(id)));
    },
  };
}

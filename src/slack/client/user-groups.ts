import type { Clock } from '../../core/clock.ts';
import type { Groups } from '../../core/member.ts';
import type { SlackCall } from './web.ts';

/** How long the members of a group are cached, in milliseconds. */
const maxAge = 60_000;

/** Looks up the members of user groups, with a cache of one minute. */
export function groupsOf(slack: SlackCall, clock: Clock): Groups {
  const known = new Map<string, { members: Promise<ReadonlySet<string>>; at: number }>();

  async function fetch(usergroup: string): Promise<ReadonlySet<string>> {
    const { users = [] } = await slack((web) => web.usergroups.users.list({ usergroup }));
    return new Set(users);
  }

  function membersOf(group: string): Promise<ReadonlySet<string>> {
    const remembered = known.get(group);
    if (remembered && clock() - remembered.at < maxAge) return remembered.members;
    const members = fetch(group);
    known.set(group, { members, at: clock() });
    members.catch(() => known.delete(group));
    return members;
  }

  return {
    async of(ids, among) {
      const members = await Promise.all(among.map(membersOf));
      return among.filter((_, at) => ids.some((id) => members[at]?.has(id)));
    },
  };
}

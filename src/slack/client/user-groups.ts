import { cacheByKey } from '../../core/cached-by-key.ts';
import { type Clock, type Millis, minute } from '../../core/clock.ts';
import { orError } from '../../core/or-error.ts';
import type { Groups } from '../../messaging/member.ts';
import { isRejection, SlackRejection } from '../api/slack-rejection.ts';
import type { SlackCall } from './web.ts';

/** How long the members of a group, or Slack's refusal to list them, are cached. */
const maxAge: Millis = minute;

/**
 * Looks up the members of user groups, with a cache of one minute. A group that Slack refuses to list has no members: anybody in
 * the workspace can delete one, and all that needs no group has to go on.
 */
export function groupsOf(slack: SlackCall, clock: Clock): Groups {
  const membersOf = cacheByKey<ReadonlySet<string> | SlackRejection>(async (usergroup) => {
    const listing = slack((web) => web.usergroups.users.list({ usergroup }));
    const found = await orError(listing, SlackRejection);
    // Not about the group: without its token, Skydesk knows nobody.
    if (isRejection(found, 'token', 'workspace')) throw found;
    return found instanceof SlackRejection ? found : new Set(found.users ?? []);
  }, clock);

  return {
    async of(ids, among) {
      const found = await Promise.all(
        among.map(async (id) => ({ id, members: await membersOf.get(id, maxAge) })),
      );
      return {
        groups: found.flatMap(({ id, members }) =>
          !(members instanceof SlackRejection) && ids.some((person) => members.has(person)) ? [id] : [],
        ),
        missing: found.flatMap(({ id, members }) =>
          members instanceof SlackRejection ? [{ id, code: members.code, again: members.again }] : [],
        ),
      };
    },
  };
}

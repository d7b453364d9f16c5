import type { JsonObject } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import type { Channel, Person } from '../workspace/sample-workspace.ts';
import { sampleApp, sampleUserGroups } from '../workspace/sample-workspace.ts';
import type { Method } from './method.ts';

/** A user object as Slack shows it, as far as Skydesk reads it. */
const userObject = ({ id, teamId, name, realName, displayName, tz, role }: Person): JsonObject => ({
  id,
  team_id: teamId,
  name,
  real_name: realName,
  profile: { real_name: realName, display_name: displayName ?? '' },
  tz,
  deleted: false,
  is_bot: role === 'bot',
  is_restricted: role === 'guest',
  is_ultra_restricted: false,
  ...(role === 'stranger' && { is_stranger: true }),
});

/** A conversation object as the app sees it, as far as Skydesk reads it. */
export const channelObject = ({ id, kind, name, members }: Channel): JsonObject => ({
  id,
  is_im: kind === 'im',
  is_private: kind !== 'public',
  is_archived: false,
  is_member: members.includes(sampleApp.userId),
  ...(kind !== 'im' && { name }),
});

export const people: Record<string, Method> = {
  'users.info': (args, { workspace }) => {
    const id = args.required('user');
    const person = workspace.person(id);
    if (person?.id !== id) throw new SlackFailure('user_not_found');
    return { user: userObject(person) };
  },
  'usergroups.list': (_, { workspace }) => ({
    usergroups: sampleUserGroups
      .flatMap(({ id }) => workspace.group(id) ?? [])
      .map(({ id, handle, name }) => ({ id, handle, name })),
  }),
  'usergroups.users.list': (args, { workspace }) => {
    const group = workspace.group(args.required('usergroup'));
    if (!group) throw new SlackFailure('no_such_subteam');
    return { users: group.members };
  },
};

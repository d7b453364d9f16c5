import type { JsonObject } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import type { Channel, Person } from '../workspace/sample-workspace.ts';
import { sampleApp, samplePeople, sampleTeam } from '../workspace/sample-workspace.ts';
import type { Method } from './method.ts';

/** A user object as Slack shows it. */
function userObject(person: Person, at: number): JsonObject {
  const isBot = person.role === 'bot';
  const isGuest = person.role === 'guest';
  return {
    id: person.id,
    team_id: person.teamId,
    name: person.name,
    real_name: person.realName,
    deleted: false,
    tz: person.tz,
    tz_label: zoneName(person.tz, at, 'long'),
    tz_offset: offsetSeconds(person.tz, at),
    profile: {
      real_name: person.realName,
      display_name: person.name,
      first_name: person.realName.split(' ')[0] ?? '',
      last_name: person.realName.split(' ')[1] ?? '',
      team: person.teamId,
      ...(isBot ? { api_app_id: sampleApp.id, bot_id: sampleApp.botId } : { email: person.email }),
    },
    is_bot: isBot,
    is_admin: false,
    is_owner: false,
    is_app_user: false,
    is_restricted: isGuest,
    is_ultra_restricted: false,
    ...(person.role === 'stranger' && { is_stranger: true }),
    updated: 0,
  };
}

function zoneName(tz: string, at: number, style: 'long' | 'longOffset'): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone: tz, timeZoneName: style }).formatToParts(at);
  return parts.find(({ type }) => type === 'timeZoneName')?.value ?? tz;
}

function offsetSeconds(tz: string, at: number): number {
  const [, sign = '+', hours = '0', minutes = '0'] =
    /GMT([+-])(\d+):(\d+)/.exec(zoneName(tz, at, 'longOffset')) ?? [];
  return (sign === '-' ? -1 : 1) * (Number(hours) * 3600 + Number(minutes) * 60);
}

/** A conversation object as the app sees it. */
export function channelObject(channel: Channel): JsonObject {
  const isIm = channel.kind === 'im';
  const shared = channel.members.some(
    (id) => samplePeople.find((person) => person.id === id)?.role === 'stranger',
  );
  return {
    id: channel.id,
    created: 0,
    is_channel: channel.kind === 'public',
    is_group: channel.kind === 'private',
    is_im: isIm,
    is_mpim: false,
    is_private: channel.kind !== 'public',
    is_archived: false,
    is_general: channel.name === 'general',
    is_shared: shared && !isIm,
    is_ext_shared: shared && !isIm,
    context_team_id: sampleTeam.id,
    ...(isIm
      ? { user: channel.members.find((id) => id !== sampleApp.userId) ?? '', is_open: true }
      : {
          name: channel.name,
          name_normalized: channel.name,
          is_member: channel.members.includes(sampleApp.userId),
          num_members: channel.members.length,
          topic: { value: channel.topic, creator: '', last_set: 0 },
          purpose: { value: '', creator: '', last_set: 0 },
        }),
  };
}

export const people: Record<string, Method> = {
  'users.info': (args, { workspace }) => {
    const id = args.required('user');
    const person = workspace.person(id);
    if (person?.id !== id) throw new SlackFailure('user_not_found');
    return { user: userObject(person, workspace.clock()) };
  },
  'usergroups.users.list': (args, { workspace }) => {
    const group = workspace.group(args.required('usergroup'));
    if (!group) throw new SlackFailure('no_such_subteam');
    return { users: group.members };
  },
};

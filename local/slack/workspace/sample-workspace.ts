/** The workspace of the local Slack, with stable ids for tests and screenshots. */

export const sampleTeam = { id: 'T0SKYDESK', domain: 'acme', name: 'Acme' };
export const otherTeam = { id: 'T0GLOBEX', domain: 'globex', name: 'Globex' };

export const sampleApp = {
  id: 'A0SKYDESK',
  botId: 'B0SKYDESK',
  userId: 'U0SKYDESK',
  name: 'skydesk',
  realName: 'Skydesk',
};

/** Slack's own user, which reports failed commands. */
export const slackbotId = 'USLACKBOT';

export type Role = 'operator' | 'approver' | 'viewer' | 'guest' | 'stranger' | 'bot' | 'slackbot';

export interface Person {
  readonly id: string;
  /** `name` of the user object, which is not part of the profile that people edit. */
  readonly name: string;
  readonly realName: string;
  /** What mentions show; by default the full name. */
  readonly displayName?: string;
  readonly email: string;
  /** IANA time zone. */
  readonly tz: string;
  readonly teamId: string;
  /** The person's role in the sample workspace. Slack itself distinguishes only guests, strangers and bots. */
  readonly role: Role;
}

/** The names that people can change in their profiles. */
export type ProfileNames = Partial<Pick<Person, 'realName' | 'displayName'>>;

export interface Channel {
  readonly id: string;
  /** Without `#`; empty for a direct message. */
  readonly name: string;
  readonly kind: 'public' | 'private' | 'im';
  readonly topic: string;
  /** Ids of people, possibly including the bot. */
  readonly members: string[];
}

export interface UserGroup {
  readonly id: string;
  readonly handle: string;
  readonly name: string;
  readonly members: string[];
}

const person = (id: string, name: string, realName: string, tz: string, role: Role): Person => ({
  id,
  name,
  realName,
  tz,
  role,
  teamId: role === 'stranger' ? otherTeam.id : sampleTeam.id,
  email: `${name}@${role === 'stranger' ? 'globex.example' : 'acme.example'}`,
});

export const member = (name: string, names: ProfileNames = {}): Person => ({
  ...person(`U0${name.toUpperCase()}`, name, name, 'Etc/UTC', 'viewer'),
  ...names,
});

/** Everybody in the workspace, including the bot and Slackbot. */
export const samplePeople: readonly Person[] = [
  person('U0ANA', 'ana', 'Ana Ferreira', 'Europe/Lisbon', 'operator'),
  person('U0BEN', 'ben', 'Ben Whitaker', 'America/Chicago', 'approver'),
  person('U0CORA', 'cora', 'Cora Lindqvist', 'Europe/Stockholm', 'approver'),
  person('U0VIC', 'vic', 'Vic Tanaka', 'Asia/Tokyo', 'viewer'),
  person('U0GUS', 'gus', 'Gus Moreau', 'America/New_York', 'guest'),
  person('U0SAM', 'sam', 'Sam Okafor', 'Africa/Lagos', 'stranger'),
  person(sampleApp.userId, sampleApp.name, sampleApp.realName, 'Etc/UTC', 'bot'),
  person(slackbotId, 'slackbot', 'Slackbot', 'Etc/UTC', 'slackbot'),
];

/** The people who can act: neither the bot nor Slackbot. */
export const sampleHumans = samplePeople.filter(({ role }) => role !== 'bot' && role !== 'slackbot');

export const sampleBots = samplePeople.filter((person) => !sampleHumans.includes(person));

const channel = (
  kind: Channel['kind'],
  id: string,
  name: string,
  topic: string,
  members: string[],
): Channel => ({ id, name, kind, topic, members });

/** The channels, and two direct messages per person: with the bot (`D0ANA` for `U0ANA`), and with Slackbot (`D1ANA`). */
export const sampleChannels: readonly Channel[] = [
  channel('public', 'C0CLOUDOPS', 'cloud-ops', 'Run the cloud from here', [
    ...sampleHumans.map(({ id }) => id),
    sampleApp.userId,
  ]),
  channel('public', 'C0APPROVALS', 'approvals', 'Changes that need approval', [
    'U0ANA',
    'U0BEN',
    'U0CORA',
    sampleApp.userId,
  ]),
  channel('public', 'C0GENERAL', 'general', 'Everybody, no bots', ['U0ANA', 'U0BEN', 'U0CORA', 'U0VIC']),
  channel('private', 'C0WARROOM', 'war-room', 'Incidents', ['U0ANA', 'U0BEN']),
  ...sampleHumans.map(({ id }) => channel('im', `D0${id.slice(2)}`, '', '', [id, sampleApp.userId])),
  ...sampleHumans.map(({ id }) => channel('im', `D1${id.slice(2)}`, '', '', [id, slackbotId])),
];

export const sampleUserGroups: readonly UserGroup[] = [
  {
    id: 'S0OPERATORS',
    handle: 'cloud-operators',
    name: 'Cloud operators',
    members: ['U0ANA', 'U0BEN', 'U0CORA'],
  },
  { id: 'S0APPROVERS', handle: 'cloud-approvers', name: 'Cloud approvers', members: ['U0BEN', 'U0CORA'] },
];

import type { JsonObject } from '../payload/json.ts';
import type { Local } from '../workspace/local.ts';
import {
  type Channel,
  otherTeam,
  type Person,
  sampleApp,
  sampleHumans,
  sampleTeam,
  slackbotId,
} from '../workspace/sample-workspace.ts';
import type { Message } from '../workspace/workspace.ts';

/** The old verification token, which Slack still sends and nobody should trust. */
export const verificationToken = 'verification-token-of-old';

/** Who and where, or an error that says what does not exist. */
export function personNamed({ workspace }: Local, key: string): Person {
  const person = workspace.person(key);
  if (!person)
    throw new Error(
      `There is no person "${key}"; there are ${sampleHumans.map(({ name }) => name).join(', ')}.`,
    );
  return person;
}

/**
 * The channel a person means: `cloud-ops`, `#cloud-ops`, an id, `dm` for the bot's direct message, or `slackbot` for
 * Slackbot's.
 */
export function channelFor({ workspace }: Local, person: Person, key: string): Channel {
  const withId = { dm: sampleApp.userId, slackbot: slackbotId }[key];
  const channel = withId === undefined ? workspace.channel(key) : workspace.directMessage(person.id, withId);
  if (!channel) {
    const mine = workspace
      .channels()
      .filter(({ kind, members }) => kind !== 'im' && members.includes(person.id));
    const names = [...mine.map(({ name }) => name), 'dm', 'slackbot'].join(', ');
    throw new Error(`There is no channel "${key}"; ${person.name} is in ${names}.`);
  }
  if (!channel.members.includes(person.id))
    throw new Error(`${person.name} is not in #${channel.name || channel.id}.`);
  return channel;
}

/** The name that Slack gives a channel in what it sends to an app. */
export function nameOf(channel: Channel): string {
  return { public: channel.name, private: 'privategroup', im: 'directmessage' }[channel.kind];
}

/** The workspace that a person belongs to. */
export function teamOf(person: Person): { id: string; domain: string } {
  const { id, domain } = person.teamId === sampleTeam.id ? sampleTeam : otherTeam;
  return { id, domain };
}

/** The fields that every interaction payload has. `team` is the workspace of the app, of whichever one the person is. */
export function interaction(person: Person, type: string): JsonObject {
  return {
    type,
    user: { id: person.id, username: person.name, name: person.name, team_id: person.teamId },
    team: { id: sampleTeam.id, domain: sampleTeam.domain },
    api_app_id: sampleApp.id,
    token: verificationToken,
    enterprise: null,
    is_enterprise_install: false,
  };
}

/** A message in Slack's own voice that only one person sees. */
export function postEphemeral(local: Local, person: Person, channel: Channel, text: string): Message {
  return local.workspace.post({ channel: channel.id, user: slackbotId, text, onlyFor: person.id });
}

/** A notice that Slack itself shows at a message or in a view, such as a failed click. */
export function notice(local: Local, person: Person, text: string, at: JsonObject = {}): void {
  local.workspace.journal.append('notice', { text, ...at }, [person.id]);
}

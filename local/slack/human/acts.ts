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

/** Slack's deprecated verification token. Slack still sends it, but nobody should trust it. */
export const verificationToken = 'verification-token-of-old';

/** Finds a person. Throws an error that names the unknown one. */
export function personNamed({ workspace }: Local, key: string): Person {
  const person = workspace.person(key);
  if (!person)
    throw new Error(
      `There is no person "${key}"; there are ${sampleHumans.map(({ name }) => name).join(', ')}.`,
    );
  return person;
}

/** Finds a channel: `cloud-ops`, `#cloud-ops`, an id, or `dm` or `slackbot` for a direct message with the bot or Slackbot. */
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

export function nameOf(channel: Channel): string {
  return { public: channel.name, private: 'privategroup', im: 'directmessage' }[channel.kind];
}

export function teamOf(person: Person): { id: string; domain: string } {
  const { id, domain } = person.teamId === sampleTeam.id ? sampleTeam : otherTeam;
  return { id, domain };
}

/** Returns the fields that all interaction payloads share. `team` is the workspace of the app, regardless of the person's own. */
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

/** Posts a message from Slack itself that only one person sees. */
export function postEphemeral(local: Local, person: Person, channel: Channel, text: string): Message {
  return local.workspace.post({ channel: channel.id, user: slackbotId, text, onlyFor: person.id });
}

/** Adds a notice of Slack itself at a message or in a view, such as a failed click. */
export function notice(local: Local, person: Person, text: string, at: JsonObject = {}): void {
  local.workspace.journal.append('notice', { text, ...at }, [person.id]);
}

import { asObject, type JsonObject } from '../payload/json.ts';
import { SlackFailure } from '../payload/slack-failure.ts';
import { forApps } from '../workspace/app-message.ts';
import { type Encoding, plainly } from '../workspace/encoding.ts';
import type { Local } from '../workspace/local.ts';
import { acceptContent } from '../workspace/message-content.ts';
import {
  type Channel,
  type Person,
  sampleApp,
  sampleChannels,
  samplePeople,
  sampleTeam,
  sampleUserGroups,
} from '../workspace/sample-workspace.ts';
import { nameOf, postEphemeral, teamOf, verificationToken } from './acts.ts';
import { asShortcodes } from './as-shortcodes.ts';
import type { Ack, AppClient } from './post-to-app.ts';

/** A line in the composer: a slash command, or a message. */
export interface Line {
  readonly person: Person;
  readonly channel: Channel;
  readonly line: string;
  readonly threadTs?: string;
  /** Whether it is sent with a file, also to the channel of its thread, or by `/me`. */
  readonly subtype?: Subtype;
}

export const subtypes = ['file_share', 'thread_broadcast', 'me_message'] as const;
export type Subtype = (typeof subtypes)[number];

/**
 * Escapes a line as Slack does for an app: `&`, `<`, `>` become entities, and mentions, addresses and links become tokens, as for
 * a command with the setting "escape channels, users and links".
 */
export function escapeLine(line: string, { shortcodes, bareTags }: Encoding = plainly): string {
  const text = shortcodes ? asShortcodes(line) : line;
  const entities = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
  const escaped = entities
    .replace(/https?:\/\/[^\s|]+|(?<![\w<:/@.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g, (found) =>
      /^https?:/.test(found) ? `<${found}>` : `<mailto:${found}|${found}>`,
    )
    .replace(/(?<![\w<|])@([\w-]+)/g, (typed, name: string) => {
      const person = samplePeople.find((candidate) => candidate.name === name.toLowerCase());
      const group = sampleUserGroups.find(({ handle }) => handle === name);
      if (person) return `<@${person.id}|${person.name}>`;
      return group ? `<!subteam^${group.id}|@${group.handle}>` : typed;
    })
    .replace(/(?<![\w<&])#([\w-]+)/g, (typed, name: string) => {
      const channel = sampleChannels.find((candidate) => candidate.name === name);
      return channel ? `<#${channel.id}|${channel.name}>` : typed;
    });
  return bareTags ? withoutLabels(escaped) : escaped;
}

const withoutLabels = (text: string): string =>
  text
    .replace(/<(@\w+|!subteam\^\w+)\|[^>]*>/g, '<$1>')
    .replace(/<#(\w+)\|[^>]*>/g, '<#$1|>')
    .replace(/(?<![\w<|])@(here|channel|everyone)\b/g, '<!$1>');

/** Types a slash command. If the app fails, the person gets Slack's error message. */
export async function typeCommand(local: Local, app: AppClient, known: string, line: Line): Promise<Ack> {
  const { person, channel, threadTs } = line;
  const [, command = '', rest = ''] = /^(\/\S+)\s*([\s\S]*)$/.exec(line.line) ?? [];
  const refused = (text: string): Ack => {
    postEphemeral(local, person, channel, text);
    return { ok: false, body: null, ms: 0 };
  };
  if (command !== known)
    return refused(
      `\`${command}\` is not a valid command. In Slack, all messages that start with the "/" character are interpreted as commands.`,
    );
  if (threadTs) return refused(`${command} is not supported in threads. Sorry!`);

  const path = local.responseUrls.issue('commands', person.id, channel.id);
  const ack = await app.form({
    token: verificationToken,
    team_id: person.teamId,
    team_domain: teamOf(person).domain,
    channel_id: channel.id,
    channel_name: nameOf(channel),
    user_id: person.id,
    user_name: person.name,
    command,
    text: escapeLine(rest.trim(), local.encoding),
    api_app_id: sampleApp.id,
    is_enterprise_install: 'false',
    response_url: `${local.url()}${path}`,
    trigger_id: local.triggers.issue(person.id),
  });
  return app.applyAck(ack, () => {
    const refusal = ack.error ?? (showAck(local, line, ack) ? undefined : 'dispatch_failed');
    return refusal
      ? { ...ack, ...refused(`${command} failed with the error "${refusal}"`), ms: ack.ms }
      : ack;
  });
}

/** Shows the body of an acknowledgement, if it has one. Returns false if Slack refuses it. */
function showAck(local: Local, { person, channel }: Line, { body }: Ack): boolean {
  const message = typeof body === 'string' ? { text: body } : asObject(body);
  if (!message.text && !message.blocks) return true;
  try {
    acceptContent(message);
  } catch (error) {
    if (error instanceof SlackFailure) return false;
    throw error;
  }
  local.responseUrls.respond({ channel: channel.id, person: person.id }, message);
  return true;
}

/**
 * Posts a message as a person. The app receives an event if it is mentioned in one of its channels, and for each message in a
 * direct message with the app, where Slack sends no mention.
 */
export async function typeMessage(local: Local, app: AppClient, line: Line): Promise<Ack | undefined> {
  const { person, channel, threadTs, subtype } = line;
  const text = escapeLine(line.line, local.encoding).replaceAll(/<@(\w+)\|[^>]*>/g, '<@$1>');
  const message = local.workspace.post({
    channel: channel.id,
    user: person.id,
    text,
    ...(threadTs && { threadTs }),
    ...(subtype === 'file_share' && { files: [{ id: `F0FILE${local.workspace.nextSerial()}` }] }),
    ...(subtype === 'thread_broadcast' && { isBroadcast: true }),
  });
  if (!channel.members.includes(sampleApp.userId)) return undefined;
  const isDirect = channel.kind === 'im';
  if (!isDirect && !text.includes(`<@${sampleApp.userId}>`)) return undefined;
  return sendEvent(local, app, person, {
    ...forApps(message),
    ...(subtype && { subtype }),
    ...(isDirect ? { type: 'message', channel_type: 'im' } : { type: 'app_mention' }),
    channel: channel.id,
    event_ts: message.ts,
    client_msg_id: `m-${message.ts}`,
  });
}

/** Sends an event. If the app fails, sends it again at once, like Slack's first retry (the later ones are not simulated). */
export async function sendEvent(
  local: Local,
  app: AppClient,
  person: Person,
  event: JsonObject,
): Promise<Ack> {
  const payload = {
    token: verificationToken,
    team_id: sampleTeam.id,
    api_app_id: sampleApp.id,
    event: { ...event, team: person.teamId },
    type: 'event_callback',
    event_id: `Ev0EVENT${local.workspace.nextSerial()}`,
    event_time: Math.floor(local.workspace.clock() / 1000),
    authorizations: [
      {
        enterprise_id: null,
        team_id: sampleTeam.id,
        user_id: sampleApp.userId,
        is_bot: true,
        is_enterprise_install: false,
      },
    ],
    is_ext_shared_channel: false,
    event_context: `4-${local.workspace.nextSerial()}`,
  };
  const first = await app.json(payload);
  if (first.ok) return first;
  const reason =
    first.error === 'operation_timeout' ? 'http_timeout' : first.status ? 'http_error' : 'connection_failed';
  return app.json(payload, { 'x-slack-retry-num': '1', 'x-slack-retry-reason': reason });
}

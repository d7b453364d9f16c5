import type { App } from '@slack/bolt';
import { typedRequest } from '../../command-line/typed-line.ts';
import { slackbot } from '../api/slackbot.ts';
import type { AppOptions } from './app-options.ts';
import { lineIn } from './mention.ts';
import { fieldsOf, isWritten, type SlackBody, textIn } from './payload-schema.ts';
import { threadOfMessage } from './thread-of.ts';

/**
 * Registers listeners for the events of Skydesk: the Home tab opened, a mention, a direct message. An event that cannot be queued
 * is not acknowledged, so Slack sends it again; its job then has the same id.
 */
export function registerEventListeners(
  app: App,
  { queue, command }: Pick<AppOptions, 'queue' | 'command'>,
): void {
  app.event('app_home_opened', async ({ event, body, context }) => {
    if (event.tab !== 'home') return;
    const { user: person } = event;
    await queue.send({
      kind: 'home',
      id: String(context.requestId),
      team: installationOf({ ...body }),
      // The Home tab has no channel, so the answer goes to the person.
      replyTo: { channel: person, person },
      answered: false,
    });
  });

  const take = async (event: object, body: SlackBody, id: unknown): Promise<void> => {
    const message = fieldsOf(event);
    const { user, bot_id, text, channel } = message;
    const person = textIn(user);
    const bot = botOf(body);
    if (person === '' || bot_id || person === bot || person === slackbot) return;
    const thread = threadOfMessage(message);
    await queue.send({
      ...typedRequest(lineIn(textIn(text), bot, command)),
      id: String(id),
      team: installationOf(body),
      replyTo: { channel: textIn(channel), ...(thread && { thread }), person },
    });
  };

  app.event('app_mention', ({ event, body, context }) => take(event, { ...body }, context.requestId));

  // A direct message with Skydesk needs no mention: everything that a person writes there is for Skydesk.
  app.event('message', async ({ event, body, context }) => {
    const { channel_type, text } = fieldsOf(event);
    if (!isWritten({ ...event }) || channel_type !== 'im' || textIn(text).trim() === '') return;
    await take(event, { ...body }, context.requestId);
  });
}

/**
 * Returns the id of the workspace whose installation of the app received the event. The event's own `team_id` is the workspace of
 * its author, which can differ in shared channels and on Enterprise Grid.
 */
const installationOf = (body: SlackBody): string =>
  textIn(authorizationsOf(body)[0]?.team_id) || textIn(body.team_id);

/** Returns Skydesk's own user id, from the authorizations of the event. */
const botOf = (body: SlackBody): string =>
  textIn(authorizationsOf(body).find(({ is_bot }) => is_bot === true)?.user_id);

const authorizationsOf = ({ authorizations }: SlackBody): readonly SlackBody[] =>
  Array.isArray(authorizations) ? authorizations.map(fieldsOf) : [];

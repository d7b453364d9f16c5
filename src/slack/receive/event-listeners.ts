import type { App } from '@slack/bolt';
import type { Queue } from '../../core/queue.ts';
import type { Job } from '../../requests/job.ts';
import { slackbot } from '../api/slackbot.ts';
import { lineIn } from './mention.ts';
import { fieldsOf, textIn } from './payload-schema.ts';
import type { SlackBody } from './signed-request.ts';
import { threadOf } from './thread-of.ts';

/**
 * Listens on `app` to what Slack tells of by itself: somebody opened the Home tab, somebody mentioned the bot. What
 * cannot be queued is not acknowledged, so Slack tells it again; the job is then the same.
 */
export function eventDoor(app: App, { queue, command }: { queue: Queue<Job>; command: string }): void {
  app.event('app_home_opened', async ({ event, body, context }) => {
    if (event.tab !== 'home') return;
    const { user: person } = event;
    await queue.send({
      kind: 'home',
      id: String(context.requestId),
      team: installationOf({ ...body }),
      // The Home tab is no channel: what is asked there is answered to the person.
      place: { channel: person, person },
      answered: false,
    });
  });

  app.event('app_mention', async ({ event, body, context }) => {
    const { user: person, bot_id, text, channel } = event;
    const thread = threadOf(event.thread_ts, event.ts);
    const bot = botOf({ ...body });
    if (!person || bot_id || person === bot || person === slackbot) return;
    await queue.send({
      kind: 'command',
      id: String(context.requestId),
      team: installationOf({ ...body }),
      place: { channel, ...(thread && { thread }), person },
      line: lineIn(text, bot, command),
    });
  });
}

/**
 * The workspace whose installation of the app Slack tells of the event. What the event itself names is the workspace of its
 * author, which in a shared channel, and on Enterprise Grid, can be another.
 */
function installationOf({ authorizations, team_id }: SlackBody): string {
  const [first]: unknown[] = Array.isArray(authorizations) ? authorizations : [];
  return textIn(fieldsOf(first).team_id) || textIn(team_id);
}

/** The bot's own user id, which each event names among those it is meant for. */
function botOf({ authorizations }: SlackBody): string {
  const all: unknown[] = Array.isArray(authorizations) ? authorizations : [];
  return textIn(all.map(fieldsOf).find(({ is_bot }) => is_bot === true)?.user_id);
}

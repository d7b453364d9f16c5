import type { App } from '@slack/bolt';
import { hasToken, tokensIn } from '../../api-keys/api-key-token.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { AppOptions } from './app-options.ts';
import { fieldsOf, type SlackBody, textIn, workspaceOf } from './payload-schema.ts';
import { threadOf } from './thread-of.ts';
import { metadataOf } from './view-metadata.ts';

/**
 * Registers middleware that runs before all listeners and stops requests with an API key in typed, entered or clicked text. The
 * queued job contains the key's owner and the hash of its token, with which the worker revokes the key.
 */
export function refuseTypedKeys(app: App, { queue }: Pick<AppOptions, 'queue'>): void {
  app.use(async ({ body: received, context, next, ...rest }) => {
    const body: SlackBody = { ...received };
    // The message with the clicked button may be the one that shows a new key.
    const tokens = tokensIn(textsOf({ ...body, message: undefined }));
    if (tokens.length === 0) return next();
    const id = String(context.requestId);
    const about = { team: textIn(body.team_id) || workspaceOf(body), replyTo: replyToOf(body) };
    await Promise.all(
      tokens.map((typed, index) =>
        queue.send({ ...about, kind: 'typedKey', id: index === 0 ? id : `${id}.${index}`, typed }),
      ),
    );
    // Bolt acknowledges events itself. The type of its `ack` depends on the listener.
    const ack = 'ack' in rest ? (rest.ack as (response?: object) => Promise<void>) : async () => {};
    const errors = body.type === 'view_submission' ? errorsIn(fieldsOf(body.view)) : {};
    await (Object.keys(errors).length > 0 ? ack({ response_action: 'errors', errors }) : ack());
  });
}

/** Joins all texts in a payload by newlines. Iterative, since a hundred thousand nested levels would exhaust the stack. */
function textsOf(payload: unknown): string {
  const texts: string[] = [];
  const left = [payload];
  while (left.length > 0) {
    const value = left.pop();
    if (typeof value === 'string') texts.push(value);
    else if (typeof value === 'object' && value !== null)
      for (const part of Object.values(value)) left.push(part);
  }
  return texts.join('\n');
}

/** Returns the place that a request comes from, whether a command, an event, a button or a modal. */
function replyToOf(body: SlackBody): ReplyTarget {
  const [event, user, channel, container, view] = [
    body.event,
    body.user,
    body.channel,
    body.container,
    body.view,
  ].map(fieldsOf);
  const person = textIn(body.user_id) || textIn(event?.user) || textIn(user?.id);
  const from = metadataOf({ private_metadata: textIn(view?.private_metadata) }).channel;
  const thread = threadOf(event?.thread_ts ?? container?.thread_ts, event?.ts ?? container?.message_ts);
  return {
    channel: textIn(body.channel_id) || textIn(event?.channel) || textIn(channel?.id) || from || person,
    ...(thread && { thread }),
    person,
    ...(typeof body.response_url === 'string' && { responseUrl: body.response_url }),
  };
}

/** Returns an error for each input of a view that contains an API key. */
function errorsIn({ state }: SlackBody): Record<string, string> {
  const entered = Object.entries(fieldsOf(fieldsOf(state).values));
  const found = entered.filter(([, value]) => hasToken(textsOf(value)));
  return Object.fromEntries(found.map(([block]) => [block, 'Remove this API key. It no longer works.']));
}

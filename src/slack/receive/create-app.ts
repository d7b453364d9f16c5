import { App, type BlockAction, type Logger } from '@slack/bolt';
import { type Answer, type Button, failed } from '../../answer/answer.ts';
import { errorName } from '../../answer/user-error.ts';
import { answerTo, formOf, parseCommand, requestOf } from '../../command-line/parse-command.ts';
import { typedRequest } from '../../command-line/typed-line.ts';
import type { Log } from '../../core/log.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import { silent } from '../api/silent-logger.ts';
import { type CommandAction, lineOf, readAction, readChoice } from '../render/action-id.ts';
import { draw } from '../render/draw.ts';
import { excludedIn, readChecklist } from '../render/draw-checklist.ts';
import { filterAction } from '../render/form-view.ts';
import { narrowed } from '../render/review-forms.ts';
import { turnTo } from '../render/review-view.ts';
import type { AppOptions } from './app-options.ts';
import { ListenerFailure, lambdaReceiver } from './bolt-receiver.ts';
import { registerEventListeners } from './event-listeners.ts';
import { notQueued, registerFormListeners } from './form-listeners.ts';
import { type Interaction, originOf } from './interaction.ts';
import { registerPreviewListener } from './preview-listener.ts';
import { refuseTypedKeys } from './refuse-typed-keys.ts';
import { registerReviewListeners } from './review-listeners.ts';
import { threadPressed } from './thread-of.ts';
import { unescapeSlackText } from './unescape.ts';
import { registerUnknownViewListener } from './unknown-view-listener.ts';

/** Creates the receiver's Bolt app, which verifies and acknowledges requests, opens modals, and queues jobs for the worker. */
export function createApp({
  command: name,
  secret,
  queue,
  openView,
  pushView,
  clock,
  log,
  loadingMs,
}: AppOptions): Pick<ReturnType<typeof lambdaReceiver>, 'handle' | 'keepWarm'> {
  const receiver = lambdaReceiver(secret, clock, log, loadingMs);
  const app = new App({
    receiver,
    // Nothing here calls Slack through Bolt's client.
    authorize: async () => ({ botToken: 'not in the receiver' }),
    convoStore: false,
    ignoreSelf: false,
    logger: quiet(log),
  });

  refuseTypedKeys(app, { queue });
  const forms = registerFormListeners(app, { openView, queue, log });
  const reviews = registerReviewListeners(app, { openView, pushView, queue, log });
  registerPreviewListener(app, { queue, log });
  registerEventListeners(app, { queue, command: name });
  registerUnknownViewListener(app);

  app.command(/.*/, async ({ command, context, ack }) => {
    const line = unescapeSlackText(command.text ?? '');
    const parsed = parseCommand(line);
    const request = typedRequest(line, parsed);
    const replyTo = {
      channel: command.channel_id,
      person: command.user_id,
      responseUrl: command.response_url,
    };
    const base = { id: String(context.requestId), team: command.team_id, replyTo };
    try {
      if (parsed.kind !== 'prepared' && request.kind !== 'sentence') {
        const form = formOf(parsed);
        const opened = form && (await forms.open(form, { ...base, trigger: command.trigger_id }));
        return opened ? ack() : ack(privately(answerTo(parsed), name));
      }
      await queue.send({ ...base, ...request });
    } catch (error) {
      log('not queued', { error: errorName(error) });
      return ack(privately([failed(notQueued)], name));
    }
    return ack();
  });

  app.action({ type: 'block_actions' }, async ({ body, action, context, ack }) => {
    const chosen = buttonAction(action);
    if (chosen === undefined && !isUnknown(action)) return ack();
    const base = originOf(body, context, replyToOf(body));
    const asking = { ...base, trigger: body.trigger_id };
    if (chosen === undefined) await queue.send({ ...base, kind: 'unknownAction' });
    else if ('show' in chosen) await queue.send({ ...base, kind: 'home', answered: false });
    else if ('decide' in chosen) {
      const { decide, on, seen } = chosen;
      if (decide === 'review' || decide === 'breakGlass') await reviews.open(on, decide, asking);
      else
        await queue.send({
          ...base,
          kind: 'decision',
          decision: decide,
          on,
          seen,
          ...excludedIn(readChecklist({ ...body.state?.values })),
        });
    } else await pressCommand(chosen, asking);
    return ack();
  });

  async function pressCommand(chosen: CommandAction, asking: Interaction): Promise<void> {
    const parsed = parseCommand(lineOf(chosen));
    const opensForm = 'form' in chosen || 'edit' in chosen || parsed.kind === 'mistaken';
    const form = opensForm ? formOf(parsed) : undefined;
    if (form) return forms.press({ ...form, edits: 'edit' in chosen }, asking);
    const { trigger: _, ...base } = asking;
    await queue.send({
      ...base,
      ...requestOf(parsed),
      ...('share' in chosen && { share: true }),
      ...('run' in chosen && { isConfirmed: true }),
    });
  }

  app.error(async (error) => {
    log('listener failed', { error: error.name });
    throw new ListenerFailure();
  });

  return receiver;
}

/** Returns the action of a button or of a menu's option; undefined for other elements. */
function buttonAction(action: BlockAction['actions'][number]): Button['action'] | undefined {
  if (action.type === 'button') return readAction(action);
  if (action.type !== 'overflow' && action.type !== 'static_select') return undefined;
  return readChoice(action.action_id, action.selected_option.value);
}

/** The `action_id` of elements that have a listener of their own begin like these. */
const listened = [filterAction, turnTo, narrowed];

/** Whether an element looks like one that runs something, and neither this version nor a listener knows its `action_id`. */
const isUnknown = ({ type, action_id }: BlockAction['actions'][number]): boolean =>
  ['button', 'overflow', 'static_select'].includes(type) &&
  !listened.some((known) => action_id.startsWith(known));

/** Returns the place of the answer to a click. */
function replyToOf(body: BlockAction): ReplyTarget {
  const thread = threadPressed(body);
  return {
    channel: body.channel?.id ?? body.user.id,
    ...(thread && { thread }),
    person: body.user.id,
    responseUrl: body.response_url,
  };
}

function privately(answer: Answer, command: string) {
  const { text, blocks } = draw(answer, command);
  return { response_type: 'ephemeral' as const, text, blocks: [...blocks] };
}

/** Logs only the severity of Bolt's log lines: they can quote text that a user typed. */
const quiet = (log: Log): Logger => ({
  ...silent,
  warn: () => log('bolt', { severity: 'warn' }),
  error: () => log('bolt', { severity: 'error' }),
});

import { App, type Logger, LogLevel } from '@slack/bolt';
import { type Answer, failed } from '../core/answer.ts';
import type { Clock, Log, Place, Queue } from '../core/ports.ts';
import type { Job } from '../flow/job.ts';
import { submit } from '../flow/submit.ts';
import { draw } from './draw.ts';
import { LambdaReceiver, ListenerFailure, type SlackSecretSource } from './receiver.ts';
import type { GatewayAnswer, GatewayEvent } from './request.ts';
import { typed } from './typed.ts';

export interface Door {
  /** The slash command's name, `/cloud`. */
  readonly command: string;
  readonly secret: SlackSecretSource;
  readonly queue: Queue<Job>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The whole way from a signed request to its acknowledgement, as the handler of the receiver Lambda. */
export function openDoor({
  command: name,
  secret,
  queue,
  clock,
  log,
}: Door): (event: GatewayEvent) => Promise<GatewayAnswer> {
  const receiver = new LambdaReceiver(secret, clock, log);
  const app = new App({
    receiver,
    authorize: async () => ({ botToken: (await secret.get()).botToken }),
    convoStore: false,
    ignoreSelf: false,
    logger: quiet(log),
  });

  app.command(/.*/, async ({ command, context, ack }) => {
    const line = typed(command.text ?? '');
    const submitted = submit(line);
    if ('answer' in submitted) return ack(privately(submitted.answer, name));
    const place = { channel: command.channel_id, person: command.user_id, responseUrl: command.response_url };
    const job: Job = { kind: 'command', id: String(context.requestId), team: command.team_id, place, line };
    try {
      await queue.send(job);
    } catch (error) {
      log('not queued', { error: (error as Error).name });
      return ack(privately(notTaken, name));
    }
    return ack();
  });

  app.action({ type: 'block_actions' }, async ({ body, action, context, ack }) => {
    if (action.type !== 'button') return ack();
    const place: Place = {
      channel: body.channel?.id ?? body.user.id,
      person: body.user.id,
      responseUrl: body.response_url,
    };
    const base = { id: String(context.requestId), team: body.user.team_id ?? body.team?.id ?? '', place };
    const [kind, what] = action.action_id.split(':');
    const value = action.value ?? '';
    if (kind === 'line') await queue.send({ ...base, kind: 'command', line: value });
    if (kind === 'decide' && (what === 'confirm' || what === 'cancel')) {
      await queue.send({ ...base, kind: 'decision', decision: what, pending: value });
    }
    return ack();
  });

  app.error(async (error) => {
    log('listener failed', { error: error.name });
    throw new ListenerFailure();
  });

  return (event) => receiver.handle(event);
}

const notTaken: Answer = [
  failed('Skydesk could not take this command just now. Nothing was changed. Try again in a minute.'),
];

function privately(answer: Answer, command: string) {
  const { text, blocks } = draw(answer, command);
  return { response_type: 'ephemeral' as const, text, blocks: [...blocks] };
}

/** Bolt's own log lines can hold what people typed, so only that there was one is kept. */
function quiet(log: Log): Logger {
  const say = (level: string) => () => log('bolt', { level });
  const nothing = () => {};
  return {
    debug: nothing,
    info: nothing,
    warn: say('warn'),
    error: say('error'),
    setLevel: nothing,
    getLevel: () => LogLevel.WARN,
    setName: nothing,
  };
}

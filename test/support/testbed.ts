import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { createLambda, type Lambda } from '../../local/aws/index.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { sampleApp } from '../../local/slack/workspace/sample-workspace.ts';
import { redrive } from '../../scripts/redrive.ts';
import { isMadeIn } from './effects.ts';
import { changesSent } from './in-memory/local-cloud.ts';
import { says } from './message-words.ts';
import { contradictions } from './oracle/contradictions.ts';
import type { Card } from './oracle/found.ts';
import { quick } from './seeded.ts';
import { shownAs, shownByName } from './shown.ts';
import { changesAmong, logAmong, waitingAmong } from './stored.ts';
import { startTestSkydesk, type TestOptions } from './test-skydesk.ts';
import { movableClock } from './time.ts';
import { type Call, calm, Wire } from './wire.ts';

/** A bot with all local parts, whose calls all pass a wire, and whose clock can be moved. */
export type Testbed = Awaited<ReturnType<typeof startTestbed>>;

/** A recognizable secret key: the local AWS accepts any. */
export const awsSecretKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY0chaos00';

/** Longer than a worker can process a job, in milliseconds. */
export const claimFor = 65_000;

/** Starts a testbed. `hurry` is the factor by which the functions shorten waits of seconds; 1 is the normal speed. */
export async function startTestbed(options: TestOptions = {}, hurry = 1) {
  const replyTo = mkdtempSync(path.join(tmpdir(), 'skydesk-chaos-'));
  const heap = path.join(replyTo, 'heap');
  const clock = movableClock();
  const { later } = clock;

  const wire = await Wire.open(['receiver', 'worker', 'sweeper']);
  const functions = new Map<string, Lambda>();
  let runs = 0;
  const logs: string[] = [];
  const ends: unknown[] = [];
  const skydesk = await startTestSkydesk({
    workers: 1,
    ...options,
    onLog: ({ text }) => logs.push(text),
    createFunction: (given) => {
      const { name, environment } = given;
      const of = typeof environment === 'function' ? environment : () => environment;
      const made = createLambda({
        ...given,
        environment: (instance) => ({
          ...wire.through(name, of(instance)),
          AWS_SECRET_ACCESS_KEY: awsSecretKey,
          ...(name !== 'receiver' && {
            ...clock.environment,
            HURRY: String(hurry),
            ...(name === 'worker' && { HEAP_FILE: heap }),
          }),
        }),
        onInvocation(invocation) {
          if (name === 'worker') runs += 1;
          ends.push(invocation.error ?? invocation.result);
          given.onInvocation?.(invocation);
        },
      });
      functions.set(name, made);
      return made;
    },
  });
  // A dead worker’s claim ends at once.
  wire.kill = async (by) => {
    later(claimFor);
    await functions.get(by)?.kill();
  };
  const queue = new SQSClient({
    region: skydesk.aws.region,
    endpoint: skydesk.aws.environment.AWS_ENDPOINT_URL_SQS ?? '',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  return {
    ...skydesk,
    wire,
    logs,
    /** The results or errors of the functions. */
    ends,
    later,
    queue,
    /** Returns the worker's heap size before each of its runs, in bytes, in the order of the runs. */
    heap: (): number[] => readFileSync(heap, 'utf8').trim().split('\n').map(Number),
    /** Number of the worker's runs. */
    get runs(): number {
      return runs;
    },
    /** Returns the number of messages that could not be handled. */
    async deadLetters(): Promise<number> {
      const { Attributes } = await queue.send(
        new GetQueueAttributesCommand({
          QueueUrl: skydesk.aws.deadLetterQueueUrl,
          AttributeNames: ['ApproximateNumberOfMessages'],
        }),
      );
      return Number(Attributes?.ApproximateNumberOfMessages);
    },
    async forgetDeadLetters(): Promise<void> {
      await queue.send(new PurgeQueueCommand({ QueueUrl: skydesk.aws.deadLetterQueueUrl }));
    },
    /** Queues a message again: SQS may deliver any message twice. */
    async again(MessageBody: string): Promise<void> {
      await queue.send(new SendMessageCommand({ QueueUrl: skydesk.aws.queueUrl, MessageBody }));
    },
    /** Returns the messages that were queued since `wire.begin`, without duplicates. */
    messages(): string[] {
      const taken = wire.calls.filter(({ name, reached }) => name === 'SQS.SendMessage' && reached);
      return [...new Set(taken.map(({ body }) => asString(asObject(parseJson(body)).MessageBody)))];
    },
    /** Redrives dead letters like an operator, and waits for their end. Resolves to the number of messages. */
    async sendOn(): Promise<number> {
      later(claimFor);
      const queues = { queueUrl: skydesk.aws.queueUrl, deadLettersUrl: skydesk.aws.deadLetterQueueUrl };
      const { moved } = await redrive(queue, queues, { dryRun: false, say: () => {} });
      await skydesk.settled({ delayed: true });
      return moved;
    },
    /** Returns the starting point for `contradictions`. */
    async mark() {
      return {
        earlier: new Set((await skydesk.stored.changes()).map(({ id }) => id)),
        cursor: skydesk.slack.cursor(),
        requests: skydesk.cloud.requests.length,
      };
    },
    /** Returns the contradictions between messages, changes, cards, audit log and cloud API, for all requests since the mark. */
    async contradictions({
      earlier,
      cursor,
      requests,
    }: Readonly<Awaited<ReturnType<typeof this.mark>>>): Promise<readonly string[]> {
      const isNew = (step: string): boolean => !earlier.has(step.split('.')[0] ?? '');
      const items = await skydesk.stored.items();
      const changes = changesAmong(items).filter(({ id }) => !earlier.has(id));
      const now = Date.now() + clock.ahead;
      const kept = new Set(changes.flatMap(({ cards }) => cards.map(({ ts }) => ts)));
      const state = skydesk.cloud.control.state();
      return contradictions({
        changes,
        waiting: waitingAmong(items, now).filter(({ id, ends }) =>
          ends.length > 0 ? ends.some(isNew) : !earlier.has(id),
        ),
        log: logAmong(items).filter(({ request }) => isNew(request)),
        cards: skydesk.slack
          .sees('ben', 'approvals')
          .flatMap((message) => (kept.has(asString(message.ts)) ? [cardIn(message)] : [])),
        said: skydesk.slack.journal(cursor).flatMap(({ kind, data }) => {
          if (kind !== 'message.posted' && kind !== 'message.changed') return [];
          const { channel, onlyFor } = asObject(data.message);
          return [{ to: asString(onlyFor) || asString(channel), text: shownAs(asObject(data.message)) }];
        }),
        // A message whose id a dying worker could not store stays unchanged, and can't be distinguished from the others.
        shown: [],
        sent: changesSent(skydesk.cloud.requests.slice(requests)),
        isMade: (step) => isMadeIn(state, step),
        deadLetters: await this.deadLetters(),
        now,
      });
    },
    /** Restores the initial state of the service and of everybody's screen, and removes open requests and faults. */
    async renew(): Promise<void> {
      wire.weather = calm;
      wire.begin();
      await skydesk.fresh();
      const requests = (await skydesk.waiting()).filter(({ ends }) => ends.length === 0);
      await skydesk.stored.forget(requests.map(({ id }) => id));
      const left = (await skydesk.waiting()).filter(({ ends }) => ends.length === 0);
      if (left.length > 0) throw new Error(`${left.length} requests still wait`);
      skydesk.cloud.control.set(quick);
    },
    /** Returns the bot's messages since then, also on open views. Announcements of a form or a preview don't count. */
    notifications(cursor: number): readonly Notification[] {
      return skydesk.slack.journal(cursor).flatMap(({ kind, data }) => {
        if (kind === 'message.posted' || kind === 'message.changed')
          return notificationsIn(asObject(data.message));
        if (kind !== 'view.opened' && kind !== 'view.changed' && kind !== 'home.published') return [];
        const text = JSON.stringify(data);
        return says(text, 'opens later') ? [] : [{ to: 'view', text }];
      });
    },
    async stop(): Promise<void> {
      queue.destroy();
      await skydesk.stop();
      await wire.close();
      clock.remove();
      rmSync(replyTo, { recursive: true });
    },
  };
}

const cardIn = (message: JsonObject): Card => ({
  ts: asString(message.ts),
  text: shownByName(message),
  decisions: [...JSON.stringify(message).matchAll(/"action_id":"decide:(\w+)/g)].map(
    ([, decision = '']) => decision,
  ),
});

/** A message: its recipient or channel, and its text. */
export interface Notification {
  readonly to: string;
  readonly text: string;
}

/** Whether a message only announces an answer, while the bot calls the service. */
const isNotice = ({ text }: JsonObject): boolean => says(asString(text), 'comes later');

const notificationsIn = (message: JsonObject): Notification[] =>
  message.user === sampleApp.userId && !isNotice(message)
    ? [
        {
          to: asString(message.onlyFor) || asString(message.channel),
          text: `${asString(message.text)} ${JSON.stringify(message.blocks ?? [])}`,
        },
      ]
    : [];

/** Whether a call writes the start of a step to the audit log. */
export const logsStart = ({ name, body }: Call): boolean =>
  name.startsWith('DynamoDB.') && body.includes('"started"');

/** Whether a call claims the job that executes a change, or stores the outcome of that job. */
export const claimsRun =
  (id: string) =>
  ({ name, body }: Call): boolean =>
    name === 'DynamoDB.PutItem' && body.includes(`receipt#${id}:run`);
export const endsRun =
  (id: string) =>
  ({ name, body }: Call): boolean =>
    name === 'DynamoDB.UpdateItem' && body.includes(`receipt#${id}:run`);

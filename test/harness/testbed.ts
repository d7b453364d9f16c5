import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import {
  GetQueueAttributesCommand,
  PurgeQueueCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import * as z from 'zod';
import { createLambda, type Lambda } from '../../local/aws/index.ts';
import { asObject, asString, type JsonObject, parseJson } from '../../local/slack/payload/json.ts';
import { sampleApp } from '../../local/slack/workspace/sample-workspace.ts';
import { redrive } from '../../scripts/redrive.ts';
import { auditEvents } from '../../src/change/model/audit-log.ts';
import { changesSent } from '../unit/local-cloud.ts';
import { isMadeIn } from './effects.ts';
import { contradictions } from './oracle/contradictions.ts';
import { quick } from './seeded.ts';
import { shownAs, shownByName } from './shown.ts';
import { startTestSkydesk, type TestOptions } from './test-skydesk.ts';
import { movableClock } from './time.ts';
import { type Call, calm, Wire } from './wire.ts';

/** A bot with everything around it, whose every call leads over a wire, and whose clock can be moved. */
export type Testbed = Awaited<ReturnType<typeof startTestbed>>;

/** The local AWS takes any key, so this one can be told from all other words. */
export const awsSecretKey = 'wJalrXUtnFEMI/K7MDENG+bPxRfiCY0chaos00';

const entry = z.object({ event: z.enum(auditEvents), person: z.string(), request: z.string() });

/** Longer than a worker can be at a job, in milliseconds. */
export const lease = 65_000;

/** `hurry` says how much shorter than usual the functions wait for what takes seconds; 1 is as usual. */
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
  // What a dead worker held is free as soon as it is dead.
  wire.kill = async (by) => {
    later(lease);
    await functions.get(by)?.kill();
  };
  const queue = new SQSClient({
    region: skydesk.aws.region,
    endpoint: skydesk.aws.environment.AWS_ENDPOINT_URL_SQS ?? '',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });

  /** The items of the table for which this holds. */
  async function items(holds: string, values: Record<string, string>): Promise<Record<string, unknown>[]> {
    const found: Record<string, unknown>[] = [];
    const ask = {
      TableName: skydesk.aws.tableName,
      FilterExpression: holds,
      ExpressionAttributeValues: values,
      ConsistentRead: true,
    };
    for await (const { Items = [] } of paginateScan({ client: skydesk.table }, ask)) found.push(...Items);
    return found;
  }

  return {
    ...skydesk,
    wire,
    logs,
    /** What the functions returned, or failed with. */
    ends,
    later,
    queue,
    /** What was left on the worker's heap before each of its runs, in bytes, in the order of the runs. */
    heap: (): number[] => readFileSync(heap, 'utf8').trim().split('\n').map(Number),
    /** How often the worker has run. */
    get runs(): number {
      return runs;
    },
    /** How many messages nobody could handle. */
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
    /** The jobs that a worker took, and whether what came of each was delivered. */
    async jobRecords(): Promise<{ readonly id: string; readonly isDelivered: boolean }[]> {
      const records = await items('begins_with(pk, :pk)', { ':pk': 'receipt#' });
      return records.map(({ pk, phase }) => ({
        id: String(pk).slice('receipt#'.length),
        isDelivered: phase === 'delivered',
      }));
    },
    /** Puts a message into the queue once more, as SQS may deliver any twice. */
    async again(MessageBody: string): Promise<void> {
      await queue.send(new SendMessageCommand({ QueueUrl: skydesk.aws.queueUrl, MessageBody }));
    },
    /** The messages that the queue has taken since the record of the calls was begun, each once. */
    messages(): string[] {
      const taken = wire.calls.filter(({ name, reached }) => name === 'SQS.SendMessage' && reached);
      return [...new Set(taken.map(({ body }) => asString(asObject(parseJson(body)).MessageBody)))];
    },
    /** Sends on what died, as an operator does, and waits for the end; how many messages that were. */
    async sendOn(): Promise<number> {
      later(lease);
      const queues = { queueUrl: skydesk.aws.queueUrl, deadLettersUrl: skydesk.aws.deadLetterQueueUrl };
      const { moved } = await redrive(queue, queues, { dryRun: false, say: () => {} });
      await skydesk.settled({ delayed: true });
      return moved;
    },
    /** From here on `contradictions` compares. */
    async mark() {
      return {
        earlier: new Set((await skydesk.allStates()).map(({ id }) => id)),
        cursor: skydesk.slack.cursor(),
        requests: skydesk.cloud.requests.length,
      };
    },
    /** Where people, changes, cards, audit log and cloud API contradict each other, of all that was requested since the mark. */
    async contradictions({
      earlier,
      cursor,
      requests,
    }: Readonly<Awaited<ReturnType<typeof this.mark>>>): Promise<readonly string[]> {
      const changes = (await skydesk.allStates()).filter(({ id }) => !earlier.has(id));
      const log = (await items('pk = :pk AND sk < :head', { ':pk': 'ledger#ACME', ':head': 'head' }))
        .toSorted((a, b) => (String(a.sk) < String(b.sk) ? -1 : 1))
        .map(({ event, person, request }) => entry.parse({ event, person, request }))
        .filter(({ request }) => !earlier.has(request.split('.')[0] ?? ''));
      const texts = new Map(
        skydesk.slack.sees('ben', 'approvals').map((message) => [message.ts, shownByName(message)]),
      );
      const state = skydesk.cloud.control.state();
      return contradictions({
        changes,
        log,
        cards: changes.flatMap(({ cards }) => cards.flatMap(({ ts }) => texts.get(ts) ?? [])),
        said: skydesk.slack.journal(cursor).flatMap(({ kind, data }) => {
          if (kind !== 'message.posted' && kind !== 'message.changed') return [];
          const { channel, onlyFor } = asObject(data.message);
          return [{ to: asString(onlyFor) || asString(channel), text: shownAs(asObject(data.message)) }];
        }),
        // A message that a worker did not live to note stays as it is, and can't be told from the others.
        shown: [],
        sent: changesSent(skydesk.cloud.requests.slice(requests)),
        isMade: (step) => isMadeIn(state, step),
        deadLetters: await this.deadLetters(),
        now: Date.now() + clock.ahead,
      });
    },
    /** The service and everybody's screen as at the start, no request open, and nothing in trouble. */
    async renew(): Promise<void> {
      wire.weather = calm;
      wire.begin();
      await skydesk.fresh();
      await skydesk.forget((await skydesk.waiting()).map(({ id }) => id));
      skydesk.cloud.control.set(quick);
    },
    /** What the bot told anybody since then, in messages and on their screens; that a form or a preview will come is no answer. */
    notifications(cursor: number): readonly Notification[] {
      return skydesk.slack.journal(cursor).flatMap(({ kind, data }) => {
        if (kind === 'message.posted' || kind === 'message.changed')
          return notificationsIn(asObject(data.message));
        if (kind !== 'view.opened' && kind !== 'view.changed' && kind !== 'home.published') return [];
        const text = JSON.stringify(data);
        return /Loading…|Checking…/.test(text) ? [] : [{ to: 'view', text }];
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

/** A message: to whom or where, and its text. */
export interface Notification {
  readonly to: string;
  readonly text: string;
}

/** What the bot says while it asks the service is no answer. */
const isNotice = ({ text }: JsonObject): boolean =>
  /Asking the cloud API…|The answer comes below\./.test(asString(text));

const notificationsIn = (message: JsonObject): Notification[] =>
  message.user === sampleApp.userId && !isNotice(message)
    ? [
        {
          to: asString(message.onlyFor) || asString(message.channel),
          text: `${asString(message.text)} ${JSON.stringify(message.blocks ?? [])}`,
        },
      ]
    : [];

/** Whether a call writes that a step was started to the audit log. */
export const logsStart = ({ name, body }: Call): boolean =>
  name.startsWith('DynamoDB.') && body.includes('"started"');

/** Whether a call claims the job that executes a change; whether it stores what came of that job. */
export const claimsRun =
  (id: string) =>
  ({ name, body }: Call): boolean =>
    name === 'DynamoDB.PutItem' && body.includes(`receipt#${id}:run`);
export const endsRun =
  (id: string) =>
  ({ name, body }: Call): boolean =>
    name === 'DynamoDB.UpdateItem' && body.includes(`receipt#${id}:run`);

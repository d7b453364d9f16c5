import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { parseJson } from '../src/core/parse-json.ts';
import { readJob } from '../src/queue/read-job.ts';
import { CommandError, type CommandLine, runCommand } from './command-line/command-line.ts';
import { webAddress } from './command-line/given-values.ts';
import { stackFlags, variableFor } from './deployment/stack.ts';

const commandLine = {
  name: 'redrive',
  summary: `Redrives the dead-letter queue: moves its jobs back to the queue. A job that was done is not done again.
Needs a login to AWS. Prints how many jobs of each kind, and never what is in them.`,
  examples: [
    ['-- --stage prod --dry-run', 'counts the jobs in the dead-letter queue of skydesk-prod'],
    ['-- --stage prod', 'redrives them'],
  ],
  options: {
    'dry-run': { type: 'boolean', default: false, description: 'counts the jobs, and moves nothing' },
    ...stackFlags,
  },
  variables: {
    QUEUE_URL: 'without --stage: URL of the queue; required',
    DEAD_LETTERS_URL: 'without --stage: URL of the dead-letter queue; SQS is asked if it is not set',
  },
} as const satisfies CommandLine;

/** Visibility timeout of received messages, in seconds. */
const visibilitySeconds = 300;

/** URLs of the queue and of its dead-letter queue. The second is read from SQS if absent. */
export interface Queues {
  readonly queueUrl: string;
  readonly deadLettersUrl?: string | undefined;
}

/**
 * Moves the current jobs of the dead-letter queue, and reports each on a line. With `dryRun` it only reports. Rejects with the
 * SDK's error if a queue can't be reached: messages that were not yet moved are visible again after five minutes. No job is lost,
 * since each is sent before it is deleted. Resolves to the number of jobs that were moved, or would be, and of messages that are none.
 */
export async function redrive(
  client: SQSClient,
  { queueUrl, deadLettersUrl: given }: Queues,
  { dryRun, say }: { readonly dryRun: boolean; readonly say: (line: string) => void },
) {
  const deadLettersUrl = given || (await deadLettersOf(client, queueUrl));
  const messages = await take(client, deadLettersUrl);
  const byKind = Map.groupBy(messages, kindOf);
  const others = byKind.get(undefined) ?? [];
  byKind.delete(undefined);
  const jobs = [...byKind.values()].flat();
  if (messages.length === 0) say('The dead-letter queue is empty.');
  for (const [kind, of] of byKind) {
    const oldest = new Date(Math.min(...of.map(sentAt))).toISOString();
    say(`${of.length} of kind ${kind}, the oldest of ${oldest}`);
  }
  for (const { MessageId } of others) say(`Message ${MessageId} isn't a Skydesk job and stays in the queue.`);

  for (const { Body, ReceiptHandle } of dryRun ? [] : jobs) {
    await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: Body }));
    await client.send(new DeleteMessageCommand({ QueueUrl: deadLettersUrl, ReceiptHandle }));
  }
  const visible = { QueueUrl: deadLettersUrl, VisibilityTimeout: 0 };
  for (const { ReceiptHandle } of dryRun ? messages : others)
    await client.send(new ChangeMessageVisibilityCommand({ ...visible, ReceiptHandle }));
  if (jobs.length > 0)
    say(`${jobs.length} ${dryRun ? 'would be redriven. Nothing was moved.' : 'redriven.'}`);
  return { moved: jobs.length, left: others.length };
}

/** Receives all messages before any is moved, so that a job that fails again is not moved twice. */
async function take(client: SQSClient, QueueUrl: string): Promise<Message[]> {
  const taken: Message[] = [];
  while (true) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: visibilitySeconds,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    if (Messages.length === 0) return taken;
    taken.push(...Messages);
  }
}

/** The kind of job; undefined for a message that is not a job of Skydesk. */
const kindOf = ({ Body = '' }: Message): string | undefined => readJob(parseJson(Body))?.kind;

/** Time of the first send, in milliseconds since 1970. */
const sentAt = ({ Attributes }: Message): number => Number(Attributes?.SentTimestamp ?? Date.now());

/**
 * Returns the URL of a queue's dead-letter queue. Both are in one account and region, so only the last part of the URL differs.
 */
async function deadLettersOf(client: SQSClient, queueUrl: string): Promise<string> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['RedrivePolicy'] }),
  );
  const name = /"deadLetterTargetArn":\s*"[^"]*:([\w-]+)"/.exec(Attributes?.RedrivePolicy ?? '')?.[1];
  if (!name) throw new Error('The queue has no dead-letter queue.');
  return new URL(name, queueUrl).href;
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values: { 'dry-run': dryRun, ...flags } }) => {
    const QueueUrl = await variableFor(flags, 'QUEUE_URL');
    const { DEAD_LETTERS_URL } = process.env;
    const queueUrl = webAddress('QUEUE_URL', QueueUrl);
    const deadLettersUrl = DEAD_LETTERS_URL && webAddress('DEAD_LETTERS_URL', DEAD_LETTERS_URL);
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    const client = new SQSClient();
    await redrive(client, { queueUrl, deadLettersUrl }, { dryRun, say })
      .catch((error: Error) => {
        throw new CommandError(
          dryRun
            ? `The dead-letter queue couldn't be read: ${error.message}\nNothing was moved.`
            : `Not all messages were redriven: ${error.message}\nThe others are still there, some of them hidden for five minutes. Then run this again.`,
        );
      })
      .finally(() => client.destroy());
  });
}

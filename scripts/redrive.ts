import {
  ChangeMessageVisibilityCommand,
  DeleteMessageCommand,
  GetQueueAttributesCommand,
  ReceiveMessageCommand,
  SendMessageCommand,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { job } from '../src/requests/job.ts';
import { CommandError, type CommandLine, runCommand, UsageError } from './command-line.ts';
import { webAddress } from './web-address.ts';

const commandLine = {
  name: 'redrive',
  summary: `Redrives the dead-letter queue: moves its jobs back to the queue. A job that was done is not done again.
Needs a login to AWS. Prints how many jobs of each kind, and never what is in them.`,
  options: {
    'dry-run': { type: 'boolean', default: false, description: 'counts the jobs, and moves nothing' },
  },
  variables: {
    QUEUE_URL: 'output QueueUrl of the stack; required',
    DEAD_LETTERS_URL: 'URL of the dead-letter queue; SQS is asked if it is not set',
  },
} as const satisfies CommandLine;

/** Seconds for which the letters are in hand and hidden from others. */
const inHand = 300;

/** Where the jobs go and where the dead ones lie; SQS is asked for the latter unless it is said. */
export interface Queues {
  readonly queueUrl: string;
  readonly deadLettersUrl?: string | undefined;
}

interface Letter {
  readonly id: string;
  readonly handle: string;
  readonly body: string;
  /** What kind of job it is; undefined when it is none of ours. */
  readonly kind: string | undefined;
  /** When it was first sent, in milliseconds since 1970. */
  readonly sent: number;
}

/** What was, or would be, redriven, and what stays where it is because it is no job. */
export interface Redriven {
  readonly moved: number;
  readonly left: number;
}

/**
 * Moves every job that lies in the dead-letter queue by now, and says line by line what it is about to do. With
 * `dryRun` it only says so. Rejects with the SDK's error when a queue cannot be reached; what was not moved by then is
 * visible again after five minutes, and nothing is lost, since a letter is sent before it is deleted.
 */
export async function redrive(
  client: SQSClient,
  { queueUrl, deadLettersUrl: said }: Queues,
  { dryRun, say }: { readonly dryRun: boolean; readonly say: (line: string) => void },
): Promise<Redriven> {
  const deadLettersUrl = said || (await deadLettersOf(client, queueUrl));
  const letters = await take(client, deadLettersUrl);
  const jobs = letters.filter(({ kind }) => kind !== undefined);
  const others = letters.filter(({ kind }) => kind === undefined);
  if (letters.length === 0) say('The dead-letter queue is empty.');
  for (const [kind, of] of Object.entries(Object.groupBy(jobs, ({ kind }) => kind ?? ''))) {
    const oldest = new Date(Math.min(...(of ?? []).map(({ sent }) => sent))).toISOString();
    say(`${of?.length} of kind ${kind}, the oldest of ${oldest}`);
  }
  for (const { id } of others) say(`Message ${id} is no job of Skydesk and stays.`);

  const stay = dryRun ? letters : others;
  if (!dryRun) {
    for (const { body, handle } of jobs) {
      await client.send(new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: body }));
      await client.send(new DeleteMessageCommand({ QueueUrl: deadLettersUrl, ReceiptHandle: handle }));
    }
  }
  for (const { handle } of stay) {
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: deadLettersUrl,
        ReceiptHandle: handle,
        VisibilityTimeout: 0,
      }),
    );
  }
  if (jobs.length > 0)
    say(`${jobs.length} ${dryRun ? 'would be redriven. Nothing was moved.' : 'redriven.'}`);
  return { moved: jobs.length, left: others.length };
}

/** All of them first, so that one that fails again meanwhile is not redriven forever. */
async function take(client: SQSClient, QueueUrl: string): Promise<Letter[]> {
  const letters: Letter[] = [];
  while (true) {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl,
        MaxNumberOfMessages: 10,
        VisibilityTimeout: inHand,
        WaitTimeSeconds: 1,
        MessageSystemAttributeNames: ['SentTimestamp'],
      }),
    );
    if (Messages.length === 0) return letters;
    for (const { MessageId = '', ReceiptHandle = '', Body = '', Attributes } of Messages) {
      const sent = Number(Attributes?.SentTimestamp ?? Date.now());
      letters.push({ id: MessageId, handle: ReceiptHandle, body: Body, kind: kindOf(Body), sent });
    }
  }
}

function kindOf(body: string): string | undefined {
  try {
    return job.safeParse(JSON.parse(body)).data?.kind;
  } catch {
    return undefined;
  }
}

/** A queue and its dead letters are in one account and region, so their addresses differ in their last word. */
async function deadLettersOf(client: SQSClient, queueUrl: string): Promise<string> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['RedrivePolicy'] }),
  );
  const name = /"deadLetterTargetArn":\s*"[^"]*:([\w-]+)"/.exec(Attributes?.RedrivePolicy ?? '')?.[1];
  if (!name) throw new Error('The queue has no dead-letter queue.');
  return new URL(name, queueUrl).href;
}

if (import.meta.main) {
  await runCommand(commandLine, async ({ values }) => {
    const { QUEUE_URL, DEAD_LETTERS_URL } = process.env;
    if (!QUEUE_URL) throw new UsageError('Set QUEUE_URL: the output QueueUrl of the stack.');
    const queueUrl = webAddress('QUEUE_URL', QUEUE_URL);
    const deadLettersUrl = DEAD_LETTERS_URL && webAddress('DEAD_LETTERS_URL', DEAD_LETTERS_URL);
    const say = (line: string): void => void process.stdout.write(`${line}\n`);
    const client = new SQSClient();
    const dryRun = values['dry-run'];
    await redrive(client, { queueUrl, deadLettersUrl }, { dryRun, say })
      .catch((error: Error) => {
        throw new CommandError(
          dryRun
            ? `The dead-letter queue could not be read: ${error.message}\nNothing was moved.`
            : `Not all messages were redriven: ${error.message}\nThe others are still there, some of them hidden for five minutes. Then run this again.`,
        );
      })
      .finally(() => client.destroy());
  });
}

import { setTimeout as delay } from 'node:timers/promises';
import {
  ChangeMessageVisibilityCommand,
  DeleteMessageBatchCommand,
  GetQueueAttributesCommand,
  type Message,
  ReceiveMessageCommand,
  type SQSClient,
} from '@aws-sdk/client-sqs';
import type { Lambda } from './lambda.ts';
import { failedMessages, sqsEvent } from './sqs-event.ts';

/** How a queue feeds a function. */
export interface PollerOptions {
  /** Most messages in one event: 1 to 10, 10 unless told. */
  readonly batchSize?: number;
  /** Most events in work at once, 2 unless told. */
  readonly concurrency?: number;
  /** Failed messages return to the queue at once, not after its visibility timeout. */
  readonly retryAtOnce?: boolean;
  /** Hears what went wrong with a batch or with the queue; the poller itself goes on. */
  readonly onError?: (error: unknown) => void;
}

/** A running event source mapping from a queue to a function. */
export interface Poller {
  /**
   * Resolves when the queue holds no message, neither waiting nor in flight, and no event is in work.
   * Messages that are not due yet are left out of account, unless `delayed` is true.
   */
  settled(options?: { readonly delayed?: boolean }): Promise<void>;
  /** Takes no more messages; resolves when those taken are dealt with and the last long poll, up to 1 s, is over. */
  stop(): Promise<void>;
}

const longPollSeconds = 1;
const lookAgainMs = 20;

/** Starts to feed a queue's messages to a function, as Lambda does with ReportBatchItemFailures. */
export function startPoller(
  client: SQSClient,
  queueUrl: string,
  lambda: Pick<Lambda, 'invoke'>,
  options: PollerOptions = {},
): Poller {
  const { batchSize = 10, concurrency = 2, onError = () => {} } = options;
  const stopping = new AbortController();
  const queueArn = readQueueArn(client, queueUrl);
  queueArn.catch(onError);
  let inWork = 0;

  async function receive(): Promise<readonly Message[]> {
    const { Messages = [] } = await client.send(
      new ReceiveMessageCommand({
        QueueUrl: queueUrl,
        MaxNumberOfMessages: batchSize,
        WaitTimeSeconds: longPollSeconds,
        MessageSystemAttributeNames: ['All'],
        MessageAttributeNames: ['All'],
      }),
    );
    return Messages;
  }

  async function invoke(batch: readonly Message[]): Promise<readonly Message[]> {
    try {
      return failedMessages(await lambda.invoke(sqsEvent(batch, await queueArn)), batch);
    } catch (error) {
      onError(error);
      return batch;
    }
  }

  async function work(batch: readonly Message[]): Promise<void> {
    inWork += 1;
    try {
      const failed = new Set(await invoke(batch));
      await remove(batch.filter((message) => !failed.has(message)));
      if (options.retryAtOnce) await Promise.all([...failed].map(giveBack));
    } finally {
      inWork -= 1;
    }
  }

  async function remove(done: readonly Message[]): Promise<void> {
    if (done.length === 0) return;
    const Entries = done.map(({ ReceiptHandle }, index) => ({ Id: String(index), ReceiptHandle }));
    await client.send(new DeleteMessageBatchCommand({ QueueUrl: queueUrl, Entries }));
  }

  async function giveBack({ ReceiptHandle }: Message): Promise<void> {
    await client.send(
      new ChangeMessageVisibilityCommand({ QueueUrl: queueUrl, ReceiptHandle, VisibilityTimeout: 0 }),
    );
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const batch = await receive();
        if (batch.length > 0) await work(batch);
      } catch (error) {
        if (stopping.signal.aborted) return;
        onError(error);
        await delay(lookAgainMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  const polling = Promise.all(Array.from({ length: concurrency }, poll));

  return {
    async settled({ delayed = false } = {}) {
      while (inWork > 0 || (await messagesLeft(client, queueUrl, delayed)) > 0) await delay(lookAgainMs);
    },
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}

async function readQueueArn(client: SQSClient, queueUrl: string): Promise<string> {
  const { Attributes } = await client.send(
    new GetQueueAttributesCommand({ QueueUrl: queueUrl, AttributeNames: ['QueueArn'] }),
  );
  return Attributes?.QueueArn ?? '';
}

async function messagesLeft(client: SQSClient, queueUrl: string, delayed: boolean): Promise<number> {
  const { Attributes = {} } = await client.send(
    new GetQueueAttributesCommand({
      QueueUrl: queueUrl,
      AttributeNames: [
        'ApproximateNumberOfMessages',
        'ApproximateNumberOfMessagesNotVisible',
        'ApproximateNumberOfMessagesDelayed',
      ],
    }),
  );
  const waiting = Number(Attributes.ApproximateNumberOfMessages);
  const inFlight = Number(Attributes.ApproximateNumberOfMessagesNotVisible);
  return waiting + inFlight + (delayed ? Number(Attributes.ApproximateNumberOfMessagesDelayed) : 0);
}

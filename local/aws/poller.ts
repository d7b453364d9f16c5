import { setTimeout as delay } from 'node:timers/promises';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import type { Lambda } from './lambda.ts';
import { PolledQueue } from './polled-queue.ts';
import { failedMessages, sqsEvent } from './sqs-event.ts';

export interface PollerOptions {
  /** Maximum number of messages in one event: 1 to 10; 10 by default. */
  readonly batchSize?: number;
  /** Maximum number of concurrent events; 2 by default. */
  readonly concurrency?: number;
  /** Time by which the function's clock is ahead of the queue's, in milliseconds; 0 by default. */
  readonly ahead?: () => number;
  /** Returns failed messages to the queue once no event is in progress, instead of after its visibility timeout. */
  readonly retryWhenIdle?: boolean;
  /** Called for each failure of a batch or the queue; the poller continues. */
  readonly onError?: (error: unknown) => void;
}

export type Poller = ReturnType<typeof startPoller>;

const lookAgainMs = 20;

/** Starts to pass a queue's messages to a function, as Lambda does with ReportBatchItemFailures. */
export function startPoller(
  client: SQSClient,
  queueUrl: string,
  lambda: Pick<Lambda, 'invoke'>,
  options: PollerOptions = {},
) {
  const { batchSize = 10, concurrency = 2, ahead = () => 0, onError = () => {} } = options;
  const stopping = new AbortController();
  const queue = new PolledQueue(client, queueUrl);
  const queueArn = queue.arn();
  queueArn.catch(onError);
  let inWork = 0;

  async function invoke(batch: readonly Message[]): Promise<readonly Message[]> {
    try {
      return failedMessages(await lambda.invoke(sqsEvent(batch, await queueArn, ahead())), batch);
    } catch (error) {
      onError(error);
      return batch;
    }
  }

  async function work(batch: readonly Message[]): Promise<void> {
    inWork += 1;
    try {
      const failed = new Set(await invoke(batch));
      await queue.remove(batch.filter((message) => !failed.has(message)));
      if (options.retryWhenIdle && failed.size > 0) void returnWhenIdle([...failed]).catch(onError);
    } finally {
      inWork -= 1;
    }
  }

  /** Waits for the other events, as the pauses of SQS would: a copy of a job in progress would use up its deliveries meanwhile. */
  async function returnWhenIdle(failed: readonly Message[]): Promise<void> {
    do await delay(lookAgainMs);
    while (inWork > 0 && !stopping.signal.aborted);
    if (!stopping.signal.aborted) await Promise.all(failed.map((message) => queue.makeVisible(message)));
  }

  async function poll(): Promise<void> {
    while (!stopping.signal.aborted) {
      try {
        const batch = await queue.receive(batchSize);
        if (batch.length > 0) await work(batch);
      } catch (error) {
        if (stopping.signal.aborted) return;
        onError(error);
        await delay(lookAgainMs, undefined, { signal: stopping.signal }).catch(() => {});
      }
    }
  }

  const polling = Promise.all(Array.from({ length: concurrency }, poll));

  /** Whether a message is waiting or in flight, or an event is in progress. */
  const isBusy = async (): Promise<boolean> => inWork > 0 || (await queue.messagesLeft()) > 0;

  return {
    isBusy,
    /** Resolves when it is not busy. Ignores messages that are not due yet. */
    async settled(): Promise<void> {
      while (await isBusy()) await delay(lookAgainMs);
    },
    /** Receives no more messages. Resolves when the received ones are handled and the last long poll, up to 1 s, has ended. */
    async stop(): Promise<void> {
      stopping.abort();
      await polling;
    },
  };
}

import { setTimeout as delay } from 'node:timers/promises';
import type { Message, SQSClient } from '@aws-sdk/client-sqs';
import type { Lambda } from './lambda.ts';
import { PolledQueue } from './polled-queue.ts';
import { failedMessages, sqsEvent } from './sqs-event.ts';

/** How a queue feeds a function. */
export interface PollerOptions {
  /** Most messages in one event: 1 to 10, 10 unless told. */
  readonly batchSize?: number;
  /** Most events in work at once, 2 unless told. */
  readonly concurrency?: number;
  /** How far the function's clock is ahead of the queue's, in milliseconds; 0 when left out. */
  readonly ahead?: () => number;
  /** Failed messages return to the queue at once, not after its visibility timeout. */
  readonly retryAtOnce?: boolean;
  /** Hears what went wrong with a batch or with the queue; the poller itself goes on. */
  readonly onError?: (error: unknown) => void;
}

/** A running event source mapping from a queue to a function. */
export interface Poller {
  /**
   * Resolves when the queue holds no message, neither waiting nor in flight, and no event is in work.
   * Messages that are not due yet are left out of account.
   */
  settled(): Promise<void>;
  /** Takes no more messages; resolves when those taken are dealt with and the last long poll, up to 1 s, is over. */
  stop(): Promise<void>;
}

const lookAgainMs = 20;

/** Starts to feed a queue's messages to a function, as Lambda does with ReportBatchItemFailures. */
export function startPoller(
  client: SQSClient,
  queueUrl: string,
  lambda: Pick<Lambda, 'invoke'>,
  options: PollerOptions = {},
): Poller {
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
      if (options.retryAtOnce) await Promise.all([...failed].map((message) => queue.giveBack(message)));
    } finally {
      inWork -= 1;
    }
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

  return {
    async settled() {
      while (inWork > 0 || (await queue.messagesLeft()) > 0) await delay(lookAgainMs);
    },
    async stop() {
      stopping.abort();
      await polling;
    },
  };
}

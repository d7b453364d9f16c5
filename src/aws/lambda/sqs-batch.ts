import type { Log } from '../../core/log.ts';
import { type Delivery, Unavailable } from '../../core/unavailable.ts';
import { errorName } from '../../core/user-error.ts';

export interface Received {
  readonly messageId: string;
  readonly body: string;
  readonly receiptHandle?: string;
  readonly attributes?: { readonly ApproximateReceiveCount: string };
}

/** What SQS hands to a Lambda, as far as it is used. */
export interface Batch {
  readonly Records: readonly Received[];
}

/** Lets a message that failed come again after so many seconds, instead of when its time with the worker is over. */
export type ComeAgain = (receiptHandle: string, seconds: number) => Promise<void>;

export interface BatchAnswer {
  readonly batchItemFailures: { itemIdentifier: string }[];
}

/** So often the queue hands out a message, `maxReceiveCount` of deploy/queue.yml; then it is among the dead letters. */
export const mostDeliveries = 8;

/** The longest visibility timeout that SQS takes is 12 hours; nobody waits that long for an answer. */
const longestPause = 900;

/** Seconds until a message that was received so often comes again: soon at first, for somebody waits for an answer. */
export const pauseAfter = (received: number): number => Math.min(360, 4 ** (received - 1));

/** Seconds until it comes again. What says itself when it can be asked again is not asked before. */
function pauseFor(error: unknown, received: number): number {
  const wanted = error instanceof Unavailable ? Math.ceil(error.retryAfter) : 0;
  return Math.max(pauseAfter(received), Math.min(wanted, longestPause));
}

/** Handles the records side by side; a record whose handling rejects is delivered again, the others are not. */
export async function eachRecord(
  { Records }: Batch,
  log: Log,
  handle: (body: string, delivery: Delivery) => Promise<void>,
  comeAgain: ComeAgain = async () => {},
): Promise<BatchAnswer> {
  const failures = await Promise.all(
    Records.map(async ({ messageId, body, receiptHandle = '', attributes }) => {
      const received = Number(attributes?.ApproximateReceiveCount ?? 1);
      try {
        await handle(body, { received, isLast: received >= mostDeliveries });
        return [];
      } catch (error) {
        const name = errorName(error);
        const seconds = pauseFor(error, received);
        log('record returns to the queue', { record: messageId, error: name, seconds });
        await comeAgain(receiptHandle, seconds).catch(() =>
          log('record returns late', { record: messageId }),
        );
        return [{ itemIdentifier: messageId }];
      }
    }),
  );
  return { batchItemFailures: failures.flat() };
}

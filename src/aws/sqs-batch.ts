import { errorName } from '../core/failure.ts';
import type { Log } from '../core/ports.ts';

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

/** Seconds until a message that was received so often comes again: soon at first, for somebody waits for an answer. */
export const pauseAfter = (received: number): number => Math.min(360, 5 * 4 ** (received - 1));

/** Handles the records side by side; a record whose handling rejects is delivered again, the others are not. */
export async function eachRecord(
  { Records }: Batch,
  log: Log,
  handle: (body: string) => Promise<void>,
  comeAgain: ComeAgain = async () => {},
): Promise<BatchAnswer> {
  const failures = await Promise.all(
    Records.map(async ({ messageId, body, receiptHandle = '', attributes }) => {
      try {
        await handle(body);
        return [];
      } catch (error) {
        const name = errorName(error);
        const seconds = pauseAfter(Number(attributes?.ApproximateReceiveCount ?? 1));
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

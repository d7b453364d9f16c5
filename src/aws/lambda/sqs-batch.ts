import { errorName } from '../../answer/user-error.ts';
import { type Correlation, correlated } from '../../core/correlation.ts';
import type { Log } from '../../core/log.ts';
import { type DeliveryAttempt, NotDue, Unavailable } from '../../core/unavailable.ts';

/** One message of an SQS event: https://docs.aws.amazon.com/lambda/latest/dg/with-sqs.html */
interface Received {
  readonly messageId: string;
  readonly body: string;
  readonly receiptHandle?: string;
  readonly attributes?: { readonly ApproximateReceiveCount: string };
  /** ARN of the queue. */
  readonly eventSourceARN?: string;
}

/** The parts of an SQS event that are used. */
export interface Batch {
  readonly Records: readonly Received[];
}

/** Sets the visibility timeout of a failed message, in seconds, so that it is redelivered after that time. */
export type RetryLater = (receiptHandle: string, seconds: number) => Promise<void>;

/** Lambda's partial batch response: SQS redelivers the listed messages only. */
export interface BatchResponse {
  readonly batchItemFailures: { itemIdentifier: string }[];
}

/** Number of deliveries before SQS moves a message to the dead-letter queue: `maxReceiveCount` of deploy/queue.yml. */
export const maxDeliveries = 8;

/** Maximum delay that an error can ask for, in seconds. SQS would allow 12 hours. */
const maxPause = 900;

/** Maximum delay of a job whose step can't run yet, in seconds. */
const longestPause = 30;

/** Returns the delay before a redelivery, in seconds, by the number of deliveries. Short at first, since a user is waiting. */
const retryDelay = (received: number): number => Math.min(360, 4 ** (received - 1));

/** Returns the delay before a message is redelivered, in seconds: at least an error's `retryAfter`. */
export function pauseFor(error: unknown, received: number): number {
  if (error instanceof NotDue) return Math.min(retryDelay(received), longestPause);
  const wanted = error instanceof Unavailable ? Math.ceil(error.retryAfter) : 0;
  return Math.max(retryDelay(received), Math.min(wanted, maxPause));
}

/** The content of a message: what to do about it, and the ids that all log lines about that have, its return to the queue included. */
export interface Work {
  readonly ids?: Correlation;
  act(delivery: DeliveryAttempt): Promise<void>;
}

/** Reads the body of a message from this queue. Throws if it isn't understood: it is redelivered then. */
export type ReadWork = (body: string, queueArn: string) => Work;

/** Handles the records in parallel. SQS redelivers only those that can't be read, or whose handling rejects. */
export async function eachRecord(
  { Records }: Batch,
  log: Log,
  read: ReadWork,
  comeAgain: RetryLater = async () => {},
): Promise<BatchResponse> {
  const failures = await Promise.all(
    Records.map(({ messageId, body, receiptHandle = '', attributes, eventSourceARN = '' }) => {
      const received = Number(attributes?.ApproximateReceiveCount ?? 1);
      const { ids, act } = orRejecting(() => read(body, eventSourceARN));
      const attempt = async (): Promise<BatchResponse['batchItemFailures']> => {
        try {
          await act({ received, isLast: received >= maxDeliveries });
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
      };
      return ids ? correlated(ids, attempt) : attempt();
    }),
  );
  return { batchItemFailures: failures.flat() };
}

/** Returns what was read, or work that rejects with the error of reading. */
function orRejecting(read: () => Work): Work {
  try {
    return read();
  } catch (error) {
    return { act: () => Promise.reject(error) };
  }
}

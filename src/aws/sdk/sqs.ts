import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '../../queue/queue.ts';
import type { RetryLater } from '../lambda/sqs-batch.ts';
import { messageOf } from '../lambda/sqs-message.ts';
import { sdkCall } from './client-config.ts';

/** The job queue of the worker and the sweeper. */
export interface JobQueue<Job> extends Queue<Job> {
  /** Sets the visibility timeout of a failed message, in seconds. */
  readonly retryLater: RetryLater;
}

/** Creates the client of a queue, over the SDK. Each call rejects with an `AwsError`. */
export const queueIn = <Job extends object>(client: SQSClient, QueueUrl: string): JobQueue<Job> => ({
  async send(job, DelaySeconds = 0) {
    await sdkCall(
      client.send(new SendMessageCommand({ QueueUrl, MessageBody: messageOf(job), DelaySeconds })),
    );
  },
  async retryLater(ReceiptHandle, VisibilityTimeout) {
    const command = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout });
    await sdkCall(client.send(command));
  },
});

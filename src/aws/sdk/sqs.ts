import { ChangeMessageVisibilityCommand, SendMessageCommand, type SQSClient } from '@aws-sdk/client-sqs';
import type { Queue } from '../../core/queue.ts';
import type { ComeAgain } from '../lambda/sqs-batch.ts';
import { messageOf } from '../lambda/sqs-message.ts';
import { calling } from './client-config.ts';

/** The job queue, as the worker and the sweeper use it. */
export interface JobQueue<Job> extends Queue<Job> {
  /** Sets the visibility timeout of a failed message, in seconds. */
  readonly comeAgain: ComeAgain;
}

export const queueIn = <Job>(client: SQSClient, QueueUrl: string): JobQueue<Job> => ({
  async send(job, DelaySeconds = 0) {
    await calling(
      client.send(new SendMessageCommand({ QueueUrl, MessageBody: messageOf(job), DelaySeconds })),
    );
  },
  async comeAgain(ReceiptHandle, VisibilityTimeout) {
    const command = new ChangeMessageVisibilityCommand({ QueueUrl, ReceiptHandle, VisibilityTimeout });
    await calling(client.send(command));
  },
});

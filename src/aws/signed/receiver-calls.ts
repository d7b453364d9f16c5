import type { Queue } from '../../core/queue.ts';
import { AwsError, noText } from '../lambda/aws-error.ts';
import { givenEndpoint, secretsManagerEndpoint } from '../lambda/environment.ts';
import { messageOf } from '../lambda/sqs-message.ts';
import { signedCall } from './signed-call.ts';

/*
 * The receiver's two calls of AWS, signed without the SDK: loading a client of it takes some 40 ms, for which a person
 * would wait. The worker and the sweeper use the SDK.
 */

/** The text of a secret, by name or ARN. */
export async function readSecret(id: string): Promise<string> {
  const { SecretString } = await signedCall({
    service: 'secretsmanager',
    endpoint: secretsManagerEndpoint(),
    target: 'secretsmanager.GetSecretValue',
    version: '1.1',
    input: { SecretId: id },
  });
  if (typeof SecretString !== 'string') throw new AwsError(noText);
  return SecretString;
}

/** A queue at its own address, which names the account and the queue. A message without an id was not accepted. */
export const queueAt = <Job>(QueueUrl: string): Queue<Job> => ({
  async send(job, DelaySeconds = 0) {
    const { MessageId } = await signedCall({
      service: 'sqs',
      endpoint: givenEndpoint('SQS') ?? `${new URL(QueueUrl).origin}/`,
      target: 'AmazonSQS.SendMessage',
      version: '1.0',
      input: { QueueUrl, MessageBody: messageOf(job), DelaySeconds },
    });
    if (typeof MessageId !== 'string') throw new AwsError('MessageId is missing');
  },
});

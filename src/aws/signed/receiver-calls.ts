import type { Queue } from '../../queue/queue.ts';
import { AwsError, notText } from '../lambda/aws-error.ts';
import { configuredEndpoint, endpointOf } from '../lambda/environment.ts';
import { messageOf } from '../lambda/sqs-message.ts';
import { signedCall } from './signed-call.ts';

/*
 * The receiver's two AWS calls, signed without the SDK: an SDK client would add about 40 ms to a cold start. The worker
 * and the sweeper use the SDK.
 */

/** Reads a text secret by name or ARN. Rejects with an `AwsError`. */
export async function readSecret(id: string): Promise<string> {
  const { SecretString } = await signedCall({
    service: 'secretsmanager',
    endpoint: endpointOf('SECRETS_MANAGER'),
    target: 'secretsmanager.GetSecretValue',
    version: '1.1',
    input: { SecretId: id },
  });
  if (typeof SecretString !== 'string') throw new AwsError(notText);
  return SecretString;
}

/** Creates the client of a queue. `send` rejects with an `AwsError`, even if only the message id is missing from the response. */
export const queueAt = <Job extends object>(QueueUrl: string): Queue<Job> => ({
  async send(job, DelaySeconds = 0) {
    const { MessageId } = await signedCall({
      service: 'sqs',
      endpoint: configuredEndpoint('SQS') ?? `${new URL(QueueUrl).origin}/`,
      target: 'AmazonSQS.SendMessage',
      version: '1.0',
      input: { QueueUrl, MessageBody: messageOf(job), DelaySeconds },
    });
    if (typeof MessageId !== 'string') throw new AwsError('MessageId is missing');
  },
});

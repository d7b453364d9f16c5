import type { Queue } from '../core/ports.ts';
import { endpoint, required } from './environment.ts';
import { messageOf } from './message.ts';
import { AwsError, signedCall } from './signed-call.ts';

/** The receiver's few words with AWS, without an SDK: load time there is the person's waiting time. */

/** The text of a secret, by name or ARN. */
export async function readSecret(id: string): Promise<string> {
  const { SecretString } = await signedCall({
    service: 'secretsmanager',
    endpoint: endpoint('SECRETS_MANAGER', `https://secretsmanager.${required('AWS_REGION')}.amazonaws.com/`),
    target: 'secretsmanager.GetSecretValue',
    version: '1.1',
    input: { SecretId: id },
  });
  if (typeof SecretString !== 'string') throw new AwsError('SecretString is missing', false);
  return SecretString;
}

/** A queue at its own address, which names the account and the queue. What it gives no id to, it has not taken. */
export const queueAt = <Job>(queueUrl: string): Queue<Job> => ({
  async send(job, delay = 0) {
    const { MessageId } = await signedCall({
      service: 'sqs',
      endpoint: endpoint('SQS', `${new URL(queueUrl).origin}/`),
      target: 'AmazonSQS.SendMessage',
      version: '1.0',
      input: { QueueUrl: queueUrl, MessageBody: messageOf(job), DelaySeconds: delay },
    });
    if (typeof MessageId !== 'string') throw new AwsError('MessageId is missing', false);
  },
});

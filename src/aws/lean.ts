import type { Queue } from '../core/ports.ts';
import { endpoint, givenEndpoint } from './environment.ts';
import { messageOf } from './message.ts';
import { AwsError, type Call, type Patience, signedCall } from './signed-call.ts';
import type { ComeAgain } from './sqs-batch.ts';

/** The few words with Secrets Manager and SQS, without an SDK: its load time would be a person's waiting time. */

/** The `type` of the error about a secret that is kept as bytes. */
export const noText = 'SecretString is missing';

/** The text of a secret, by name or ARN. */
export async function readSecret(id: string, patience?: Patience): Promise<string> {
  const call: Call = {
    service: 'secretsmanager',
    endpoint: endpoint('SECRETS_MANAGER'),
    target: 'secretsmanager.GetSecretValue',
    version: '1.1',
    input: { SecretId: id },
  };
  const { SecretString } = await signedCall(call, patience);
  if (typeof SecretString !== 'string') throw new AwsError(noText, false);
  return SecretString;
}

/** A queue at its own address, which names the account and the queue. What it gives no id to, it has not taken. */
export const queueAt = <Job>(queueUrl: string, patience?: Patience): Queue<Job> => ({
  async send(job, delay = 0) {
    const input = { MessageBody: messageOf(job), DelaySeconds: delay };
    const { MessageId } = await signedCall(toQueue(queueUrl, 'SendMessage', input), patience);
    if (typeof MessageId !== 'string') throw new AwsError('MessageId is missing', false);
  },
});

/** For messages of the queue that failed. */
export const comeAgainTo =
  (queueUrl: string, patience?: Patience): ComeAgain =>
  async (ReceiptHandle, seconds) => {
    const input = { ReceiptHandle, VisibilityTimeout: seconds };
    await signedCall({ ...toQueue(queueUrl, 'ChangeMessageVisibility', input), silent: true }, patience);
  };

/** An action on a queue, as it is called. */
export const toQueue = (
  QueueUrl: string,
  action: string,
  input: Readonly<Record<string, unknown>> = {},
): Call => ({
  service: 'sqs',
  endpoint: givenEndpoint('SQS') ?? `${new URL(QueueUrl).origin}/`,
  target: `AmazonSQS.${action}`,
  version: '1.0',
  input: { QueueUrl, ...input },
});

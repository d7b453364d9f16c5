import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { ChangeMessageVisibilityCommand, SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type { Queue } from '../core/ports.ts';
import { messageOf } from './message.ts';
import type { ComeAgain } from './sqs-batch.ts';

/** Without `throwOnRequestTimeout` the SDK only complains about a call that hangs, and waits on. */
const patience = {
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  maxAttempts: 3,
};

/** Reads the text of a secret, by name or ARN. */
export function secretReader(): (id: string) => Promise<string> {
  const client = new SecretsManagerClient(patience);
  return async (id) => {
    const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
    if (SecretString === undefined) throw new Error('The secret holds no text');
    return SecretString;
  };
}

/** The queue that the worker reads from, to send itself what has to be looked at again later. */
export function queueAt<Job>(queueUrl: string): Queue<Job> {
  const client = new SQSClient(patience);
  return {
    async send(job, delay = 0) {
      await client.send(
        new SendMessageCommand({ QueueUrl: queueUrl, MessageBody: messageOf(job), DelaySeconds: delay }),
      );
    },
  };
}

/** For messages of the queue that failed; the client is made when the first one does. */
export function comeAgainTo(queueUrl: string): ComeAgain {
  let client: SQSClient | undefined;
  return async (receiptHandle, seconds) => {
    client ??= new SQSClient(patience);
    await client.send(
      new ChangeMessageVisibilityCommand({
        QueueUrl: queueUrl,
        ReceiptHandle: receiptHandle,
        VisibilityTimeout: seconds,
      }),
    );
  };
}

/** The one table's client. */
export const documentClient = (): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(new DynamoDBClient(patience), {
    marshallOptions: { removeUndefinedValues: true },
  });

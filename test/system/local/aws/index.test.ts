import { createRequire } from 'node:module';
import { GetQueueAttributesCommand } from '@aws-sdk/client-sqs';
import { ScanCommand } from '@aws-sdk/lib-dynamodb';
import { expect, onTestFinished, test } from 'vitest';
import { gateway } from '../../../../local/aws/index.ts';
import { listenOnLoopback } from '../../../../local/loopback/listen.ts';
import { localAws } from '../../../unit/local/aws/local-aws.ts';
import { lambdaOf } from './handler-file.ts';

const { resolve } = createRequire(import.meta.url);
const load = (name: string) => `require(${JSON.stringify(resolve(name))})`;

const receiver = `
  const { SQSClient, SendMessageCommand } = ${load('@aws-sdk/client-sqs')};
  const sqs = new SQSClient({});
  exports.handler = async ({ body }) => {
    const MessageBody = Buffer.from(body, 'base64').toString();
    await sqs.send(new SendMessageCommand({ QueueUrl: process.env.QUEUE_URL, MessageBody }));
    return { statusCode: 200, body: 'queued' };
  };`;

const worker = `
  const { SecretsManagerClient, GetSecretValueCommand } = ${load('@aws-sdk/client-secrets-manager')};
  const { DynamoDBClient, PutItemCommand } = ${load('@aws-sdk/client-dynamodb')};
  const secrets = new SecretsManagerClient({});
  const table = new DynamoDBClient({});
  exports.handler = async ({ Records }) => {
    const { SecretString } = await secrets.send(new GetSecretValueCommand({ SecretId: 'login' }));
    for (const { body } of Records) {
      const Item = { pk: { S: body }, sk: { S: SecretString } };
      await table.send(new PutItemCommand({ TableName: process.env.TABLE_NAME, Item }));
    }
    return { batchItemFailures: [] };
  };`;

test('functions find the local AWS by their environment alone', async () => {
  const { aws, table } = await localAws({ secrets: { login: 'sesame' } });
  const { environment, tableName: TableName } = aws;
  const front = await listenOnLoopback(
    gateway([{ method: 'POST', path: '/slack/events', lambda: await lambdaOf(receiver, { environment }) }]),
  );
  onTestFinished(front.close);
  const poller = aws.poll(await lambdaOf(worker, { environment, timeoutMs: 20_000 }));

  const response = await fetch(`${front.url}/slack/events`, {
    method: 'POST',
    body: new URLSearchParams('a=1'),
  });

  expect(await response.text()).toBe('queued');
  await poller.settled();
  const { Items } = await table.send(new ScanCommand({ TableName }));
  expect(Items).toEqual([{ pk: 'a=1', sk: 'sesame' }]);
});

test('each service listens on loopback, under a host that every resolver knows', async () => {
  const { aws, sqs } = await localAws({ queueName: 'jobs', tableName: 'records' });
  expect(aws.queueUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/000000000000\/jobs$/);
  expect(aws.environment).toEqual({
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: expect.any(String),
    AWS_SECRET_ACCESS_KEY: expect.any(String),
    AWS_ENDPOINT_URL_SECRETS_MANAGER: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    AWS_ENDPOINT_URL_SQS: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    AWS_ENDPOINT_URL_DYNAMODB: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+$/),
    QUEUE_URL: aws.queueUrl,
    TABLE_NAME: 'records',
  });
  const { Attributes = {} } = await sqs.send(
    new GetQueueAttributesCommand({ QueueUrl: aws.queueUrl, AttributeNames: ['All'] }),
  );
  expect(Attributes.VisibilityTimeout).toBe('30');
  expect(JSON.parse(Attributes.RedrivePolicy ?? '')).toEqual({
    deadLetterTargetArn: 'arn:aws:sqs:eu-west-1:000000000000:jobs-dead',
    maxReceiveCount: 3,
  });
});

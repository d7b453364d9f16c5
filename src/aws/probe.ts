import { DescribeTableCommand, DescribeTimeToLiveCommand, DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { GetQueueAttributesCommand, GetQueueUrlCommand, SQSClient } from '@aws-sdk/client-sqs';
import { type Hindrance, Obstacle, type QueueState, type TableState } from '../flow/doctor/instruments.ts';

/** AWS as the doctor asks it: why something cannot be looked at is what it wants to know. */
export interface AwsProbe {
  secret(id: string): Promise<string>;
  queue(url: string): Promise<QueueState>;
  table(name: string): Promise<TableState>;
}

const patience = {
  requestHandler: { connectionTimeout: 1000, requestTimeout: 3000, throwOnRequestTimeout: true },
  maxAttempts: 2,
};

export function awsProbe(): AwsProbe {
  return {
    secret: (id) =>
      asking(async () => {
        const client = new SecretsManagerClient(patience);
        const { SecretString } = await client.send(new GetSecretValueCommand({ SecretId: id }));
        if (SecretString === undefined) throw new Obstacle('malformed', 'The secret holds no text.');
        return SecretString;
      }),

    queue: (url) =>
      asking(async () => {
        const client = new SQSClient(patience);
        const { RedrivePolicy } = await attributes(client, url, ['RedrivePolicy']);
        const target = RedrivePolicy && arnIn(RedrivePolicy);
        if (!target) return { dead: undefined };
        const { QueueUrl = '' } = await client.send(
          new GetQueueUrlCommand({ QueueName: target.split(':').at(-1) }),
        );
        const { ApproximateNumberOfMessages } = await attributes(client, beside(url, QueueUrl), [
          'ApproximateNumberOfMessages',
        ]);
        return { dead: Number(ApproximateNumberOfMessages ?? 0) };
      }),

    table: (name) =>
      asking(async () => {
        const client = new DynamoDBClient(patience);
        const [{ Table }, { TimeToLiveDescription: expiry }] = await Promise.all([
          client.send(new DescribeTableCommand({ TableName: name })),
          client.send(new DescribeTimeToLiveCommand({ TableName: name })),
        ]);
        const types = new Map(
          Table?.AttributeDefinitions?.map((one) => [one.AttributeName, one.AttributeType]),
        );
        const keys = Table?.KeySchema?.map((key) =>
          [key.AttributeName, types.get(key.AttributeName), key.KeyType].join(' '),
        );
        const on = expiry?.TimeToLiveStatus === 'ENABLED' || expiry?.TimeToLiveStatus === 'ENABLING';
        return { keys: keys?.join(', ') ?? '', expiresBy: on ? expiry?.AttributeName : undefined };
      }),
  };
}

async function attributes(
  client: SQSClient,
  QueueUrl: string,
  AttributeNames: ('RedrivePolicy' | 'ApproximateNumberOfMessages')[],
) {
  return (await client.send(new GetQueueAttributesCommand({ QueueUrl, AttributeNames }))).Attributes ?? {};
}

function arnIn(redrivePolicy: string): string | undefined {
  const { deadLetterTargetArn: arn }: { deadLetterTargetArn?: unknown } = JSON.parse(redrivePolicy);
  return typeof arn === 'string' ? arn : undefined;
}

/** Both queues are at the same endpoint, whatever host the second one names. */
const beside = (url: string, other: string): string =>
  new URL(new URL(other, url).pathname, new URL(url).origin).href;

const kinds: readonly (readonly [RegExp, Hindrance])[] = [
  [/^(ResourceNotFoundException|QueueDoesNotExist|AWS\.SimpleQueueService\.NonExistentQueue)$/, 'missing'],
  [/^(AccessDenied|AccessDeniedException|UnrecognizedClientException|KMSAccessDenied.*)$/, 'denied'],
  [
    /^(CredentialsProviderError|ExpiredToken.*|InvalidClientTokenId|InvalidSignatureException)$/,
    'no credentials',
  ],
  [/Throttl/, 'throttled'],
];

/** Turns any error of the SDK into an `Obstacle`, which keeps nothing of it but its kind. */
async function asking<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    if (error instanceof Obstacle) throw error;
    const name = error instanceof Error ? error.name : '';
    throw new Obstacle(kinds.find(([names]) => names.test(name))?.[1] ?? 'unreachable');
  }
}

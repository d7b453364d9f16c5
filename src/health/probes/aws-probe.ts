import {
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
} from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import {
  GetQueueAttributesCommand,
  GetQueueUrlCommand,
  type QueueAttributeName,
  SQSClient,
} from '@aws-sdk/client-sqs';
import { aboutOf } from '../../aws/lambda/aws-codes.ts';
import { AwsError, notText } from '../../aws/lambda/aws-error.ts';
import { clientConfig, sdkCall } from '../../aws/sdk/client-config.ts';
import { secretsIn } from '../../aws/sdk/secrets-manager.ts';
import { wordOf } from './policy-people.ts';
import { CheckFailed, type FailureReason, type QueueState, type TableState } from './probes.ts';

/**
 * The health check's calls of AWS. Each rejects with a `CheckFailed` that explains why a resource can't be examined. SDK clients
 * are created on use, since the health check also runs without a region.
 */
export const awsProbe = {
  secret: (id: string): Promise<string> =>
    asking(() => secretsIn(new SecretsManagerClient(clientConfig()))(id)),

  queue: (url: string): Promise<QueueState> =>
    asking(async () => {
      const sqs = new SQSClient(clientConfig());
      const target = deadLetterQueueIn(await attribute(sqs, url, 'RedrivePolicy'));
      if (!target) return { dead: undefined };
      const { QueueUrl = '' } = await sdkCall(
        sqs.send(new GetQueueUrlCommand({ QueueName: target.split(':').at(-1) })),
      );
      const waiting = await attribute(sqs, atSameHost(url, QueueUrl), 'ApproximateNumberOfMessages');
      return { dead: Number(waiting ?? 0) };
    }),

  table: (TableName: string): Promise<TableState> =>
    asking(async () => {
      const dynamodb = new DynamoDBClient(clientConfig());
      const [{ Table = {} }, { TimeToLiveDescription: lifetime = {} }, isRecoverable] = await Promise.all([
        sdkCall(dynamodb.send(new DescribeTableCommand({ TableName }))),
        sdkCall(dynamodb.send(new DescribeTimeToLiveCommand({ TableName }))),
        recoverable(dynamodb, TableName),
      ]);
      const {
        AttributeDefinitions = [],
        KeySchema = [],
        DeletionProtectionEnabled: isProtected = false,
      } = Table;
      const { TimeToLiveStatus: status, AttributeName } = lifetime;
      const types = new Map(
        AttributeDefinitions.map((attribute) => [attribute.AttributeName, attribute.AttributeType]),
      );
      const keys = KeySchema.map((key) =>
        [key.AttributeName, types.get(key.AttributeName), key.KeyType].join(' '),
      );
      const on = status === 'ENABLED' || status === 'ENABLING';
      return {
        keys: keys.join(', '),
        expiresBy: on ? AttributeName : undefined,
        isProtected,
        isRecoverable,
      };
    }),
};

/** Whether a table has point-in-time recovery; undefined if the credentials may not see that. */
async function recoverable(dynamodb: DynamoDBClient, TableName: string): Promise<boolean | undefined> {
  try {
    const { ContinuousBackupsDescription: backups } = await sdkCall(
      dynamodb.send(new DescribeContinuousBackupsCommand({ TableName })),
    );
    return backups?.PointInTimeRecoveryDescription?.PointInTimeRecoveryStatus === 'ENABLED';
  } catch (error) {
    if (error instanceof AwsError && kindOf(error) === 'denied') return undefined;
    throw error;
  }
}

async function attribute(
  sqs: SQSClient,
  QueueUrl: string,
  name: QueueAttributeName,
): Promise<string | undefined> {
  const command = new GetQueueAttributesCommand({ QueueUrl, AttributeNames: [name] });
  const { Attributes = {} } = await sdkCall(sqs.send(command));
  return Attributes[name];
}

function deadLetterQueueIn(redrivePolicy = '{}'): string | undefined {
  const { deadLetterTargetArn: arn }: { deadLetterTargetArn?: unknown } = JSON.parse(redrivePolicy);
  return typeof arn === 'string' ? arn : undefined;
}

/** Returns the URL of `queue` at the host of `url`: both queues share an endpoint, even if SQS returns another host. */
const atSameHost = (url: string, queue: string): string =>
  new URL(new URL(queue, url).pathname, new URL(url).origin).href;

/** What the health check explains; the bot meets the others only in writes. */
const kindOf = ({ type }: AwsError): FailureReason => {
  const about = aboutOf(type);
  return about === undefined || about === 'conflict' || about === 'request' ? 'refused' : about;
};

/** Converts AWS errors to a `CheckFailed` with only their kind or AWS's name of the error. */
export async function asking<Result>(ask: () => Promise<Result>): Promise<Result> {
  if (!process.env.AWS_ACCESS_KEY_ID) throw new CheckFailed('no credentials');
  try {
    return await ask();
  } catch (error) {
    if (error instanceof AwsError && error.type === notText) {
      throw new CheckFailed('malformed', 'The secret contains no text.');
    }
    if (!(error instanceof AwsError)) throw error;
    const kind = kindOf(error);
    throw new CheckFailed(kind, kind === 'refused' ? `AWS returned an error: ${wordOf(error.type)}.` : kind);
  }
}

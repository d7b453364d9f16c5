import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, onTestFinished } from 'vitest';
import { type Aws, type AwsOptions, localClientConfig, startAws } from '../../local/aws/index.ts';

/** A local AWS for the running test, with clients that find it and do not retry. */
export async function localAws(options: AwsOptions = {}) {
  const { close, ...local } = await open(options);
  onTestFinished(close);
  return local;
}

/** One local AWS for all tests of a file, with a client for the items of its table. */
export function awsOfFile() {
  let local: Awaited<ReturnType<typeof open>>;
  beforeAll(async () => {
    local = await open();
  });
  afterAll(() => local.close());
  return {
    get aws(): Aws {
      return local.aws;
    },
    get table(): DynamoDBDocumentClient {
      return local.table;
    },
  };
}

/** A client for the queues; the caller destroys it. */
export const queueClient = ({ environment, region }: Aws): SQSClient =>
  new SQSClient(localClientConfig(environment.AWS_ENDPOINT_URL_SQS ?? '', region));

/** A client for the items of the table, without the bot's code between; the caller destroys it. */
export const tableClient = ({ environment, region }: Aws): DynamoDBDocumentClient =>
  DynamoDBDocumentClient.from(
    new DynamoDBClient({
      region,
      credentials,
      maxAttempts: 1,
      endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
    }),
  );

export const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

async function open(options: AwsOptions = {}) {
  const aws = await startAws(options);
  const clients = clientsOf(aws);
  return {
    aws,
    ...clients,
    async close(): Promise<void> {
      for (const client of Object.values(clients)) client.destroy();
      await aws.close();
    },
  };
}

function clientsOf(aws: Aws) {
  const { environment, region } = aws;
  const config = { region, credentials, maxAttempts: 1 };
  return {
    secretsManager: new SecretsManagerClient({
      ...config,
      endpoint: environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
    }),
    sqs: new SQSClient({ ...config, endpoint: environment.AWS_ENDPOINT_URL_SQS ?? '' }),
    table: tableClient(aws),
  };
}

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { onTestFinished } from 'vitest';
import { clientDefaults } from '../../../../src/aws/sdk.ts';
import { type Table, tableIn } from '../../../../src/aws/table.ts';
import { type Aws, type AwsOptions, startAws } from '../../../../src/playground/aws/index.ts';

/** A local AWS for the running test, with clients that find it and do not retry. */
export async function localAws(options: AwsOptions = {}) {
  const aws = await startAws(options);
  const clients = clientsOf(aws);
  onTestFinished(async () => {
    for (const client of Object.values(clients)) client.destroy();
    await aws.close();
  });
  return { aws, ...clients };
}

/** The table as the bot uses it, with the bot's retries and timeouts. */
export function ownTable({ environment, region, tableName }: Aws): Table {
  const client = new DynamoDBClient({
    ...clientDefaults(),
    region,
    credentials,
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
  });
  return tableIn(client, tableName);
}

const credentials = { accessKeyId: 'local', secretAccessKey: 'local' };

function clientsOf({ environment, region }: Aws) {
  const config = { region, credentials, maxAttempts: 1 };
  return {
    secretsManager: new SecretsManagerClient({
      ...config,
      endpoint: environment.AWS_ENDPOINT_URL_SECRETS_MANAGER ?? '',
    }),
    sqs: new SQSClient({ ...config, endpoint: environment.AWS_ENDPOINT_URL_SQS ?? '' }),
    table: DynamoDBDocumentClient.from(
      new DynamoDBClient({ ...config, endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '' }),
    ),
  };
}

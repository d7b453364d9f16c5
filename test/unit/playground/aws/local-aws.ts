import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SQSClient } from '@aws-sdk/client-sqs';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { onTestFinished, vi } from 'vitest';
import { type Table, tableNamed } from '../../../../src/aws/table.ts';
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

/** The table as the bot reaches it: by the variables of its environment, which are of the AWS that was asked last. */
export function ownTable({ environment, tableName }: Aws): Table {
  const table = tableNamed(tableName);
  const here = (): Table => {
    for (const [name, value] of Object.entries(environment)) vi.stubEnv(name, value);
    return table;
  };
  return {
    get: (key) => here().get(key),
    put: (put) => here().put(put),
    update: (update) => here().update(update),
    query: (query) => here().query(query),
    transact: (writes) => here().transact(writes),
  };
}

function clientsOf({ environment, region }: Aws) {
  const config = {
    region,
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  };
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

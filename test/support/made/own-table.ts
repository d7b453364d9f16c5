import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { NodeHttpHandler } from '@smithy/node-http-handler';
import type { Aws } from '../../../local/aws/index.ts';
import { clientDefaults } from '../../../src/aws/sdk/client-config.ts';
import { type Table, tableIn } from '../../../src/aws/sdk/dynamodb.ts';
import { credentials } from '../local-aws.ts';

/**
 * The table as the bot uses it, with the bot's retries, but no time limits: on a busy machine, a hundred calls at once take longer,
 * and a call that is repeated because of that counts twice.
 */
export const ownTable = (aws: Aws): Table => tableIn(ownClient(aws), aws.tableName);

/** Returns the client of that table. */
export const ownClient = ({ environment, region }: Aws): DynamoDBClient =>
  new DynamoDBClient({
    ...clientDefaults(),
    requestHandler: new NodeHttpHandler(),
    region,
    credentials,
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
  });

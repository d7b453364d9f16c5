import {
  BatchWriteCommand,
  type BatchWriteCommandInput,
  type DynamoDBDocumentClient,
  paginateScan,
} from '@aws-sdk/lib-dynamodb';
import type { Aws } from '../../../local/aws/index.ts';
import { tableClient } from '../../support/index.ts';

type Item = Record<string, unknown>;

/** Copies all items of the table. The returned function puts the table back to them, as a restore to this moment would. */
export async function copyTable(aws: Aws): Promise<() => Promise<void>> {
  const { tableName } = aws;
  const client = tableClient(aws);
  const items = await allItems(client, tableName);
  return async () => {
    const present = await allItems(client, tableName);
    const keys = present.map(({ pk, sk }) => ({ pk, sk }));
    await write(
      client,
      tableName,
      keys.map((Key) => ({ DeleteRequest: { Key } })),
    );
    await write(
      client,
      tableName,
      items.map((Item) => ({ PutRequest: { Item } })),
    );
    client.destroy();
  };
}

async function allItems(client: DynamoDBDocumentClient, TableName: string): Promise<readonly Item[]> {
  const items: Item[] = [];
  for await (const page of paginateScan({ client }, { TableName })) items.push(...(page.Items ?? []));
  return items;
}

type Requests = NonNullable<BatchWriteCommandInput['RequestItems']>[string];

/** Writes them by 25, the most that DynamoDB takes at once. */
async function write(client: DynamoDBDocumentClient, table: string, requests: Requests): Promise<void> {
  for (let first = 0; first < requests.length; first += 25)
    await client.send(
      new BatchWriteCommand({ RequestItems: { [table]: requests.slice(first, first + 25) } }),
    );
}

import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { skydeskOfFile } from '../harness/index.ts';

/*
 * A version that is deployed again after a newer one finds records that it can't read.
 */

const skydesk = await skydeskOfFile();
beforeAll(async () => {
  // The item has the version of the records in the table.
  await skydesk.table.send(
    new PutCommand({
      TableName: skydesk.aws.tableName,
      Item: { pk: 'schema', sk: 'schema', version: 1_000_000 },
    }),
  );
});
afterAll(async () => {
  await skydesk.aws.clear();
});

test('a table of a newer version is refused with a sentence, and nothing happens', async () => {
  const before = skydesk.cloud.requests.length;
  await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443');
  expect(skydesk.whispered('ana')).toMatch(/newer version of Skydesk/);
  expect(skydesk.cloud.requests.slice(before)).toEqual([]);
});

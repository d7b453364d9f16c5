import { PutCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestSkydesk, type TestSkydesk } from '../harness/index.ts';

/*
 * A version that is deployed again after a newer one meets records that it can't read.
 */

let skydesk: TestSkydesk;
beforeAll(async () => {
  skydesk = await startTestSkydesk();
  // The item says which version of the records the table has.
  await skydesk.table.send(
    new PutCommand({
      TableName: skydesk.aws.tableName,
      Item: { pk: 'schema', sk: 'schema', version: 1_000_000 },
    }),
  );
});
afterAll(async () => {
  await skydesk.aws.clear();
  await skydesk.stop();
});

test('what finds a table of a newer version says so, and does nothing', async () => {
  const before = skydesk.cloud.requests.length;
  await skydesk.type('ana', 'ip add DE1ACMEWEB03 tcp/443');
  expect(skydesk.whispered('ana')).toMatch(/newer version of Skydesk/);
  expect(skydesk.cloud.requests.slice(before)).toEqual([]);
});

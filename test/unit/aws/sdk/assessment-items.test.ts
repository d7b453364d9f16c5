import { createHash, randomUUID } from 'node:crypto';
import { DeleteCommand, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { expect, test } from 'vitest';
import { changesIn } from '../../../../src/aws/sdk/change-store.ts';
import type { Assessment } from '../../../../src/change/model/basis.ts';
import { awsOfFile, ownTable } from '../../local/aws/local-aws.ts';

const local = awsOfFile();
const changes = () => changesIn(ownTable(local.aws), Date.now);
const expires = Date.UTC(2026, 10, 20, 12);

const digest = (text: string): string => createHash('sha256').update(text).digest('hex');

/** An assessment of scopes with this many firewall policies, whose ids and hashes are as random as real ones. */
const assessmentOf = (...counts: readonly number[]): Assessment => ({
  scopes: counts.map((count, scope) =>
    Array.from({ length: count }, (_, rule) => ({
      id: digest(`id ${scope} ${rule}`).slice(0, 32),
      hash: digest(`content ${scope} ${rule}`),
    })),
  ),
  steps: counts.map((_, scope) => ({ scope, changed: [] })),
});

async function itemsOf(id: string): Promise<readonly Record<string, unknown>[]> {
  const { Items = [] } = await local.table.send(
    new QueryCommand({
      TableName: local.aws.tableName,
      KeyConditionExpression: 'pk = :pk',
      ExpressionAttributeValues: { ':pk': `assessment#${id}` },
    }),
  );
  return Items;
}

test.each([
  ['nothing', assessmentOf(), 1],
  ['one scope with 5,000 firewall policies', assessmentOf(5_000), 1],
  ['fifty scopes with 400 each', assessmentOf(...Array.from({ length: 50 }, () => 400)), 4],
])('%s: read as stored', async (_, assessment, items) => {
  const id = randomUUID();
  await changes().assess({ id, expires }, assessment);
  expect(await itemsOf(id)).toHaveLength(items);
  expect(await changes().assessmentOf(id)).toEqual(assessment);
});

test('the assessment that was stored first stays', async () => {
  const id = randomUUID();
  await changes().assess({ id, expires }, assessmentOf(3));
  await changes().assess({ id, expires }, assessmentOf(4));
  expect(await changes().assessmentOf(id)).toEqual(assessmentOf(3));
});

test('an assessment that is not stored, or not as a whole, is not found', async () => {
  const id = randomUUID();
  expect(await changes().assessmentOf(id)).toBeUndefined();
  await changes().assess({ id, expires }, assessmentOf(9_000));
  const [first, second] = await itemsOf(id);
  for (const { pk, sk } of [second ?? {}, first ?? {}]) {
    await local.table.send(new DeleteCommand({ TableName: local.aws.tableName, Key: { pk, sk } }));
    expect(await changes().assessmentOf(id)).toBeUndefined();
  }
});

import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import {
  DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Approval } from '../../src/core/approval.ts';
import type { Skydesk } from '../../src/playground/skydesk.ts';
import { asString } from '../../src/playground/slack/json.ts';
import { openWorld } from './world.ts';

let skydesk: Skydesk;
let client: DynamoDBClient;
let table: DynamoDBDocumentClient;

beforeAll(async () => {
  skydesk = await openWorld();
  const { environment, region } = skydesk.aws;
  client = new DynamoDBClient({
    region,
    endpoint: environment.AWS_ENDPOINT_URL_DYNAMODB ?? '',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
  });
  table = DynamoDBDocumentClient.from(client);
});
afterAll(async () => {
  client.destroy();
  await skydesk.close();
});

function slackOf() {
  if (!skydesk.slack) throw new Error('There is no local Slack');
  return skydesk.slack;
}

async function does(act: () => Promise<unknown>): Promise<void> {
  await act();
  await skydesk.settled();
}
async function type(person: string, line: string): Promise<string> {
  await does(() => slackOf().type(person, 'cloud-ops', `/cloud ${line}`));
  return JSON.stringify(slackOf().sees(person, 'cloud-ops').at(-1));
}

const newest = (person: string, channel: string): string =>
  JSON.stringify(slackOf().sees(person, channel).at(-1));
const inApprovals = (): number => slackOf().sees('cora', 'approvals').length;

/** Asks for a firewall rule; the id under which it waits. */
async function ask(range: string): Promise<string> {
  const line = `firewall create de1 va1 source=${range} destination=10.9.1.0/24 why="for the test"`;
  await type('ana', line);
  await does(() => slackOf().press('ana', 'Ask'));
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: skydesk.aws.tableName,
      KeyConditionExpression: 'pk = :waiting',
      ExpressionAttributeValues: { ':waiting': 'waiting' },
      ConsistentRead: true,
    }),
  );
  const found = await Promise.all(Items.map(({ approval }) => read(String(approval))));
  const { id } = found.find(({ says }) => says.includes(range)) ?? {};
  if (!id) throw new Error('Nothing waits');
  return id;
}

const key = (id: string) => ({ pk: `approval#${id}`, sk: 'approval' });

async function read(id: string): Promise<Approval> {
  const { Item } = await table.send(
    new GetCommand({ TableName: skydesk.aws.tableName, Key: key(id), ConsistentRead: true }),
  );
  return JSON.parse(Item?.content);
}

/** Makes time pass for one request. */
async function change(id: string, more: Partial<Approval>): Promise<void> {
  const before = await read(id);
  await table.send(
    new UpdateCommand({
      TableName: skydesk.aws.tableName,
      Key: key(id),
      UpdateExpression: 'SET content = :content',
      ExpressionAttributeValues: { ':content': JSON.stringify({ ...before, ...more }) },
    }),
  );
  if (more.expires === undefined) return;
  const sk = `${String(more.expires).padStart(15, '0')}#${id}`;
  await table.send(
    new PutCommand({ TableName: skydesk.aws.tableName, Item: { pk: 'waiting', sk, approval: id } }),
  );
}

test('a request whose time is over is ended; its card and its asker are told', async () => {
  const id = await ask('10.9.0.0/24');
  expect(newest('cora', 'approvals')).toContain('Waits for approval.');
  await skydesk.sweep();
  expect((await read(id)).phase).toBe('open');

  await change(id, { expires: Date.now() - 1 });
  await skydesk.sweep();
  expect((await read(id)).phase).toBe('expired');
  const card = newest('cora', 'approvals');
  expect(card).toContain('Expired without enough approvals.');
  expect(card).not.toContain('decide:review');
  expect(newest('ana', 'dm')).toContain('Expired without enough approvals.');
  expect(await type('ana', 'history')).toContain('expired');
});

test('one reminder is sent, once', async () => {
  const id = await ask('10.9.2.0/24');
  const before = inApprovals();
  await skydesk.sweep();
  expect(inApprovals()).toBe(before);

  await change(id, { remindAt: Date.now() - 1 });
  await skydesk.sweep();
  await skydesk.sweep();
  expect(inApprovals()).toBe(before + 1);
  expect(newest('cora', 'approvals')).toContain('Still waiting for approval');
});

test('what waits is listed, with what one can do about it', async () => {
  await skydesk.backstage.reset();
  await ask('10.9.2.0/24');
  const bens = await type('ben', 'approvals');
  expect(bens).toContain('These wait for your word');
  expect(bens).toContain('You wait for nothing.');
  await does(() => slackOf().press('ben', 'Review'));
  expect(JSON.stringify(slackOf().views('ben'))).toContain('10.9.2.0/24');
  await slackOf().dismiss('ben', true);

  const anas = await type('ana', 'approvals');
  expect(anas).toContain('Nothing waits for your word.');
  expect(anas).toContain('0 of 1 approvals so far');
  await does(() =>
    slackOf().press('ana', 'Withdraw', { ts: asString(slackOf().sees('ana', 'cloud-ops').at(-1)?.ts) }),
  );
  expect(await type('ben', 'approvals')).toContain('Nothing waits for your word.');
});

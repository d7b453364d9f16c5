import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, QueryCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
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
  service().control.set({ jobNotStartedMs: 0, jobExecutingMs: 0, firewallPendingMs: 0 });
});
afterAll(async () => {
  client.destroy();
  await skydesk.close();
});
afterEach(() => skydesk.aws.faults.clear());

function slackOf() {
  if (!skydesk.slack) throw new Error('There is no local Slack');
  return skydesk.slack;
}
function service() {
  if (!skydesk.emulator) throw new Error('There is no embedded service');
  return skydesk.emulator;
}

/** What somebody sees happen after doing something, as text. */
async function after(person: string, act: () => Promise<unknown>, delayed = false): Promise<string> {
  const slack = slackOf();
  const cursor = slack.cursor();
  await act();
  await skydesk.settled({ delayed });
  return slack
    .journal(cursor)
    .filter(
      ({ kind, audience }) => kind.startsWith('message.') && audience?.includes(`U0${person.toUpperCase()}`),
    )
    .map(({ data }) => JSON.stringify(data.message))
    .join('\n');
}
const type = (person: string, line: string): Promise<string> =>
  after(person, () => slackOf().type(person, 'cloud-ops', `/cloud ${line}`));
const press = (person: string, button: string, ts?: string, delayed = false): Promise<string> =>
  after(person, () => slackOf().press(person, button, ts ? { ts } : {}), delayed);

/** Types a change and confirms it; the message that tells of it. */
async function change(person: string, line: string): Promise<string> {
  await type(person, line);
  await press(person, 'Confirm', undefined, true);
  const message = slackOf().sees(person, 'cloud-ops').at(-1);
  expect(JSON.stringify(message)).toContain('decide:undo');
  return asString(message?.ts);
}

const alertNames = (): string[] =>
  service()
    .control.state()
    .alertPolicies.map(({ name }) => name);
const server = (id: string) =>
  service()
    .control.state()
    .servers.find((one) => one.id === id);

async function entries(): Promise<Record<string, unknown>[]> {
  const { Items = [] } = await table.send(
    new QueryCommand({
      TableName: skydesk.aws.tableName,
      KeyConditionExpression: 'pk = :pk AND sk < :head',
      ExpressionAttributeValues: { ':pk': 'ledger#ACME', ':head': 'head' },
      ConsistentRead: true,
    }),
  );
  return Items;
}

test('a new alert policy is gone again, by the ordinary way, and on record', async () => {
  const ts = await change('ana', 'alert create "Undo me" disk=85 to=ops@acme.example.com');
  const first = (await entries()).at(-1)?.request;
  const preview = await press('ana', 'Undo', ts);
  expect(preview).toContain('delete alert policy “Undo me”');
  expect(alertNames()).toContain('Undo me');
  expect(await press('ana', 'Confirm')).toContain('Deleted alert policy');
  expect(alertNames()).not.toContain('Undo me');
  const asked = (await entries()).findLast(({ event }) => event === 'asked');
  expect(asked).toMatchObject({ operation: 'alert.delete', note: expect.stringContaining(`${first}`) });
});

test('anybody who may change can press it, once', async () => {
  const ts = await change('ana', 'alert create "Only once" disk=85 to=ops@acme.example.com');
  expect(await press('ben', 'Undo', ts)).toContain('Please confirm');
  await press('ben', 'Cancel');
  expect(alertNames()).toContain('Only once');
  expect(await press('ben', 'Undo', ts)).toContain('Please confirm');
  expect(await press('ana', 'Undo', ts)).toContain('Please confirm');
  expect(await press('ben', 'Confirm')).toContain('Deleted alert policy');
  expect(await press('ana', 'Confirm')).toContain('This Undo was used by');
  expect(await press('vic', 'Undo', ts)).toContain('This Undo was used by');
  expect(alertNames()).not.toContain('Only once');
});

test('guests cannot', async () => {
  const ts = await change('ana', 'alert create "No guests" disk=85 to=ops@acme.example.com');
  expect(await press('gus', 'Undo', ts)).toContain('does not serve guests');
  expect(await press('ana', 'Undo', ts)).toContain('Please confirm');
});

test('what somebody changed since is not undone, and shown as it is', async () => {
  const ts = await change('ana', 'alert create "Changed since" disk=85 to=ops@acme.example.com');
  await change('ben', 'alert update "Changed since" disk=90');
  const said = await press('ana', 'Undo', ts);
  expect(said).toContain('Somebody changed it since');
  expect(said).toContain('disk at 90 %');
  expect(said).toMatch(/alert show [0-9a-f]{32}/);
  expect(said).toMatch(/alert delete [0-9a-f]{32}/);
});

test('after half an hour it is too late', async () => {
  const ts = await change('ana', 'alert create "Too late" disk=85 to=ops@acme.example.com');
  const [, id] =
    /"value":"([0-9a-f]{32})"/.exec(JSON.stringify(slackOf().sees('ana', 'cloud-ops').at(-1))) ?? [];
  await table.send(
    new UpdateCommand({
      TableName: skydesk.aws.tableName,
      Key: { pk: `undo#${id}`, sk: 'undo' },
      UpdateExpression: 'SET expires = :past',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':past': 1 },
    }),
  );
  expect(await press('ana', 'Undo', ts)).toContain('30 minutes, which are over');
  expect(alertNames()).toContain('Too late');
});

test('an autoscale policy comes back in the place of another, and that can be undone too', async () => {
  const before = server('de1acmeweb01')?.autoscalePolicyId;
  await change('ana', 'autoscale set DE1ACMEWEB01 "Batch at night"');
  const between = server('de1acmeweb01')?.autoscalePolicyId;
  expect(between).not.toBe(before);
  await press('ana', 'Undo');
  await press('ana', 'Confirm');
  expect(server('de1acmeweb01')?.autoscalePolicyId).toBe(before);
  await press('ana', 'Undo');
  await press('ana', 'Confirm');
  expect(server('de1acmeweb01')?.autoscalePolicyId).toBe(between);
});

test('a deleted alert policy comes back, and says what does not', async () => {
  await type('ana', 'alert delete "Night watch"');
  expect(await press('ana', 'Confirm')).toContain('with a new id and on no server');
  const preview = await press('ana', 'Undo');
  expect(preview).toContain('with a new id and on no server');
  await press('ana', 'Confirm');
  expect(alertNames()).toContain('Night watch');
});

test('a public address is taken back once its job has brought it', async () => {
  const before = server('de1acmeweb02')?.publicIps.length;
  await change('ana', 'ip add DE1ACMEWEB02 tcp/443 from=203.0.113.0/24');
  expect(server('de1acmeweb02')?.publicIps).toHaveLength((before ?? 0) + 1);
  expect(await press('ana', 'Undo')).toContain('take the public IP address');
  await press('ana', 'Confirm', undefined, true);
  expect(server('de1acmeweb02')?.publicIps).toHaveLength(before ?? 0);
});

test('what needed approval needs it to be undone too', async () => {
  await type('ana', 'firewall create de1 va1 source=10.9.0.0/24 destination=10.9.1.0/24 why="for the test"');
  await press('ana', 'Ask');
  await after('ben', () => slackOf().press('ben', 'Review'));
  await after('ben', () => slackOf().submit('ben', { 'Your decision': 'Approve' }), true);
  const ts = asString(
    slackOf()
      .sees('ben', 'cloud-ops')
      .findLast((message) => JSON.stringify(message).includes('decide:undo'))?.ts,
  );
  const preview = await press('ben', 'Undo', ts);
  expect(preview).toContain('Ask for approval?');
  expect(preview).toContain('delete firewall policy');
  expect(await press('ana', 'Undo', ts)).toContain('Ask for approval?');

  slackOf().fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
  expect(await press('ben', 'Ask')).toContain('Nobody was asked.');
  expect(await press('ben', 'Undo', ts)).toContain('Ask for approval?');
  expect(await press('ben', 'Ask')).toContain('one other person must agree');
  expect(JSON.stringify(slackOf().sees('cora', 'approvals').at(-1))).toContain('Undoes request');
  const cards = slackOf().sees('cora', 'approvals').length;
  expect(await press('ana', 'Ask')).toContain('This Undo was used by');
  expect(slackOf().sees('cora', 'approvals')).toHaveLength(cards);
});

test('a change whose state cannot be read is done all the same, without Undo', async () => {
  await type('ana', 'alert create "No way back" disk=85 to=ops@acme.example.com');
  service().control.fail({ route: 'alertPolicies.get', status: 500, times: 3 });
  const said = await press('ana', 'Confirm');
  expect(said).toContain('Made alert policy');
  expect(said).not.toContain('decide:undo');
  expect(skydesk.worker.logs.some(({ text }) => text.includes('no undo'))).toBe(true);
});

import { GetSecretValueCommand, SecretsManagerClient } from '@aws-sdk/client-secrets-manager';
import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  GetCommand,
  PutCommand,
  QueryCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { localClientConfig } from '../../../local/aws/index.ts';
import { formType, signedHeaders } from '../../../local/slack/human/sign.ts';
import { asObject, parseJson } from '../../../local/slack/payload/json.ts';
import { callTool, quick, skydeskOfFile, tableClient, toolCall, toolMessage } from '../../support/index.ts';
import { type Guard, startGuard } from './guard.ts';
import { packagedWithAgents } from './packaged.ts';
import { roleOf } from './role.ts';

/*
 * Somebody runs code of their own in the function for agents. They have its role, and everything that passes through it: what Slack
 * signed, the API keys of those who call, and the answers. They know how everything is stored.
 */

type Item = Readonly<Record<string, unknown>>;

let guard: Guard;
let taken: DynamoDBDocumentClient;
let queue: SQSClient;
let secrets: SecretsManagerClient;
let invoke: (name: string, event: object) => Promise<{ readonly status: number; readonly result: Item }>;

const { template } = await packagedWithAgents();
const skydesk = await skydeskOfFile();
const { aws } = skydesk;
const TableName = aws.tableName;

beforeAll(async () => {
  skydesk.cloud.control.set(quick);
  guard = await startGuard(roleOf(template, 'McpRole'), {
    'dynamodb:skydesk': 'Table',
    'lambda:receiver': 'ReceiverLambdaFunction',
    'lambda:worker': 'WorkerLambdaFunction',
  });
  const environment = guard.before(skydesk.environment);
  const url = String(environment.AWS_ENDPOINT_URL_SQS);
  taken = tableClient({ ...aws, environment });
  queue = new SQSClient(localClientConfig(url, aws.region));
  secrets = new SecretsManagerClient(localClientConfig(url, aws.region));
  invoke = async (name, event) => {
    const path = `/2015-03-31/functions/${name}/invocations`;
    const response = await fetch(`${url}${path}`, { method: 'POST', body: JSON.stringify(event) });
    await skydesk.settled();
    return { status: response.status, result: asObject(parseJson(await response.text())) };
  };
});
afterAll(async () => {
  taken.destroy();
  queue.destroy();
  secrets.destroy();
  await guard.close();
});
beforeEach(() => skydesk.cloud.clearRequests());

/** Whether the role allows an act. */
async function isAllowed(act: Promise<unknown>): Promise<boolean> {
  try {
    await act;
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'AccessDeniedException') return false;
    throw error;
  }
}

const kindOf = ({ pk }: Item): string => String(pk).replace(/#.*/, '');
const countOf = async (kind: string): Promise<number> =>
  (await skydesk.stored.items()).filter((item) => kindOf(item) === kind).length;

/** The status of the receiver's answer to a request that they pass on. */
async function passedOn(
  agents: 'mcp' | 'run',
  body: string,
  headers: Readonly<Record<string, string>>,
): Promise<number> {
  const { result } = await invoke('receiver', { agents, headers, body });
  return Number(result.statusCode);
}

const opening = (subnet: number): string =>
  `firewall create de1 va1 source=10.7.${subnet}.0/24 destination=10.9.1.0/24 why="for the test"`;

test('of all items, they may read API keys by their names, and write none', async () => {
  await skydesk.type('ana', 'key create for=8h');
  await skydesk.type('ana', 'alert assign "Night watch" jump ends=1h');
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.ask('ana', opening(1));
  await callTool(skydesk, 'alert_assign', { policy: 'Night watch', server: 'tool01' });
  await callTool(skydesk, 'alert_list', {});
  await skydesk.stored.put({ pk: 'agent-answer#s1', sk: 'answer', content: '{}' });
  const kept = await skydesk.stored.items();
  const may = { read: new Set<string>(), write: new Set<string>(), remove: new Set<string>() };
  for (const item of kept) {
    const [Key, kind] = [{ pk: item.pk, sk: item.sk }, kindOf(item)];
    const update = { UpdateExpression: 'SET x = :x', ExpressionAttributeValues: { ':x': 1 } };
    if (await isAllowed(taken.send(new GetCommand({ TableName, Key })))) may.read.add(kind);
    if (await isAllowed(taken.send(new PutCommand({ TableName, Item: item })))) may.write.add(kind);
    if (await isAllowed(taken.send(new UpdateCommand({ TableName, Key, ...update })))) may.write.add(kind);
    if (await isAllowed(taken.send(new DeleteCommand({ TableName, Key })))) may.remove.add(kind);
  }
  const kinds = ['preview', 'change', 'receipt', 'due', 'once', 'ledger', 'api-key', 'calls', 'agent-answer'];
  for (const kind of kinds) expect(kept.map(kindOf)).toContain(kind);
  expect({ read: [...may.read].sort(), write: [...may.write], remove: [...may.remove] }).toEqual({
    read: ['agent-answer', 'api-key'],
    write: [],
    remove: ['agent-answer'],
  });
});

test('they can’t list anything: neither the keys of a person nor the answers that others wait for', async () => {
  const of = (pk: string) => ({
    TableName,
    KeyConditionExpression: 'pk = :pk',
    ExpressionAttributeValues: { ':pk': pk },
  });
  expect(await isAllowed(taken.send(new QueryCommand(of('api-key#U0ANA'))))).toBe(false);
  expect(await isAllowed(taken.send(new ScanCommand({ TableName })))).toBe(false);
});

test('they read no secret, so they can’t sign, post in Slack or call the cloud API', async () => {
  for (const SecretId of ['skydesk/slack-signing', 'skydesk/slack-token', 'skydesk/service'])
    expect(await isAllowed(secrets.send(new GetSecretValueCommand({ SecretId })))).toBe(false);
});

test('they send no job, neither to people’s queue nor to that of agents’ calls', async () => {
  for (const QueueUrl of [aws.queueUrl, aws.agentQueueUrl])
    expect(await isAllowed(queue.send(new SendMessageCommand({ QueueUrl, MessageBody: '{}' })))).toBe(false);
});

test('they may not invoke the worker, whose event could be a job of anybody', async () => {
  expect((await invoke('worker', { Records: [] })).status).toBe(400);
});

test('the head of the audit log stays, so everybody can go on', async () => {
  const head = (await skydesk.stored.items()).find(({ pk, sk }) => pk === 'ledger#ACME' && sk === 'head');
  expect(head).toBeDefined();
  expect(await isAllowed(taken.send(new PutCommand({ TableName, Item: { ...head, seq: 3 } })))).toBe(false);
  await skydesk.type('ana', 'alert create "Disk 97" disk=95 to=ops@example.com');
  await skydesk.press('ana', 'decide:confirm');
  expect(skydesk.changes()).toEqual(['POST /v2/alertPolicies/ACME']);
});

test('what they make up in somebody’s name, nobody takes', async () => {
  const body = JSON.stringify(toolCall('alert_list', {}));
  const real = toolMessage(skydesk, toolCall('alert_list', {}));
  const stored = (await skydesk.stored.items()).find((item) => kindOf(item) === 'api-key');
  const { person, id } = asObject(parseJson(String(stored?.content)));
  const hash = String(stored?.tokenHash);
  const now = String(Math.floor((skydesk.time?.now() ?? Date.now()) / 1000));
  const calls = await countOf('receipt');
  expect(await passedOn('mcp', body, {})).toBe(401);
  expect(await passedOn('mcp', body, signedHeaders('guessed', now, body, 'application/json'))).toBe(401);
  expect(await passedOn('mcp', `${real.body} `, real.headers)).toBe(401);
  expect(await passedOn('run', opening(2), { authorization: `Bearer ${hash}` })).toBe(401);
  // It looks like a key, so only the worker can tell that it is none.
  const forged = `skydesk_${person}_${id}_${hash.slice(0, 43)}`;
  expect(await passedOn('run', opening(2), { authorization: `Bearer ${forged}` })).toBe(200);
  expect(await countOf('receipt')).toBe(calls);
});

test('of what Slack signed they can change nothing, and what they repeat is a copy', async () => {
  const create = toolCall('alert_create', { name: 'Disk 90', disk: 90, to: 'ops@example.com' });
  const real = toolMessage(skydesk, create);
  const before = await countOf('preview');
  expect(await passedOn('mcp', String(real.body), real.headers)).toBe(200);
  const previews = await countOf('preview');
  expect(previews).toBe(before + 1);
  for (const _ of [1, 2, 3]) expect(await passedOn('mcp', String(real.body), real.headers)).toBe(200);
  expect(await countOf('preview')).toBe(previews);
  // Nor is it a click or a command.
  for (const type of [formType, 'application/json'])
    await fetch(`${skydesk.url}/slack/events`, {
      method: 'POST',
      headers: { ...real.headers, 'content-type': type },
      body: String(real.body),
    });
  await skydesk.settled({ delayed: true });
  expect(skydesk.changes()).toEqual([]);
});

test('a person whose click or vote passes through the receiver is not one who calls', async () => {
  const vote = JSON.stringify({
    type: 'view_submission',
    user: { id: 'U0BEN' },
    view: { callback_id: 'review' },
  });
  const now = String(Math.floor((skydesk.time?.now() ?? Date.now()) / 1000));
  for (const body of [vote, new URLSearchParams({ payload: vote }).toString(), '[]', 'null']) {
    const headers = signedHeaders('local-signing-secret', now, body, 'application/json');
    expect(await passedOn('mcp', body, headers)).toBe(400);
  }
});

test('the receiver takes from them nothing that it would not take from the internet', async () => {
  const payload = JSON.stringify({ type: 'view_submission', user: { id: 'U0BEN' } });
  const event = {
    rawPath: '/slack/events',
    headers: { 'content-type': formType },
    body: new URLSearchParams({ payload }).toString(),
    requestContext: { http: { method: 'POST' } },
  };
  expect((await invoke('receiver', event)).result).toMatchObject({ statusCode: 401 });
  expect((await invoke('receiver', { Records: [{ body: '{}' }] })).result).toMatchObject({ statusCode: 401 });
});

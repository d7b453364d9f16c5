import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import {
  DeleteCommand,
  type DynamoDBDocumentClient,
  PutCommand,
  ScanCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { asObject, asString, parseJson } from '../../../local/slack/payload/json.ts';
import { quick, skydeskOfFile, tableClient } from '../../harness/index.ts';
import { readableItem } from '../../harness/readable-item.ts';
import { type Guard, startGuard } from './guard.ts';
import { packagedWithAgents } from './packaged.ts';
import { roleOf } from './role.ts';

/*
 * Somebody runs code of their own in the function for agents: they have its role, and know how everything is stored. They can't
 * make, move, approve or silence the changes of people, and nothing that they may write makes anything run.
 */

const hour = 3_600_000;

let lines = 0;
/** A line that nobody has typed before, and that needs approval. */
function opening(): string {
  lines += 1;
  return `firewall create de1 va1 source=10.7.${lines}.0/24 destination=10.9.1.0/24 why="for the test"`;
}

type Item = Readonly<Record<string, unknown>>;

let guard: Guard;
let taken: DynamoDBDocumentClient;
let queue: SQSClient;
let key: string;

const { template } = await packagedWithAgents();
const skydesk = await skydeskOfFile();
beforeAll(async () => {
  skydesk.cloud.control.set(quick);
  const { aws } = skydesk;
  guard = await startGuard(roleOf(template, 'McpRole'), {
    'dynamodb:skydesk': 'Table',
    'sqs:skydesk': 'Queue',
  });
  const environment = guard.before({ ...aws.environment, QUEUE_URL: aws.queueUrl });
  taken = tableClient({ ...aws, environment });
  queue = new SQSClient({
    region: aws.region,
    endpoint: environment.AWS_ENDPOINT_URL_SQS ?? '',
    credentials: { accessKeyId: 'local', secretAccessKey: 'local' },
    maxAttempts: 1,
  });
  await skydesk.type('ana', 'key create for=8h');
  [key = ''] = /skydesk_\S+/.exec(skydesk.whispered('ana')) ?? [];
});
afterAll(async () => {
  taken.destroy();
  queue.destroy();
  await guard.close();
});
afterEach(async () => {
  // Each sweep tries the forged items.
  await skydesk.forget((await skydesk.waiting()).map(({ id }) => id));
  skydesk.cloud.clearRequests();
});

/** Requests this through an agent; resolves to its id. */
async function askAgent(line: string): Promise<string> {
  const headers = { authorization: `Bearer ${key}`, accept: 'application/json' };
  const response = await fetch(`${skydesk.url}/run`, { method: 'POST', headers, body: line });
  await skydesk.settled();
  return asString(asObject(asObject(parseJson(await response.text())).request).id);
}

async function items(): Promise<readonly Item[]> {
  const { Items = [] } = await skydesk.table.send(
    new ScanCommand({ TableName: skydesk.aws.tableName, ConsistentRead: true }),
  );
  return Items;
}

const keyOf = ({ pk, sk }: Item) => ({ pk, sk });

async function itemOf(pk: string): Promise<Item> {
  const found = (await items()).find((item) => item.pk === pk);
  if (!found) throw new Error(`There is no ${pk}`);
  return found;
}

const put = (Item: Item) => taken.send(new PutCommand({ TableName: skydesk.aws.tableName, Item }));
const update = (item: Item) =>
  taken.send(
    new UpdateCommand({
      TableName: skydesk.aws.tableName,
      Key: keyOf(item),
      UpdateExpression: 'SET content = :content',
      ExpressionAttributeValues: { ':content': item.content ?? 'forged' },
    }),
  );
const remove = (item: Item) =>
  taken.send(new DeleteCommand({ TableName: skydesk.aws.tableName, Key: keyOf(item) }));

/** Whether the role allows a write. */
async function isAllowed(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (error) {
    if (error instanceof Error && error.name === 'AccessDeniedException') return false;
    throw error;
  }
}

const contentOf = (item: Item): Item => asObject(parseJson(String(readableItem(item).content)));

/** Changes the stored request of an agent. */
async function edit(id: string, change: (request: Item) => Item): Promise<void> {
  const item = await itemOf(`change#${id}`);
  await put({ ...item, content: JSON.stringify(change(contentOf(item))) });
}

const vote = (person: string) => ({ person, vote: 'approve', at: 0, job: 'forged', accounts: ['ACME'] });

test('of people’s items it may write nothing but numbers, keys, and new entries of the audit log', async () => {
  await skydesk.type('ana', 'alert assign "Night watch" jump ends=1h');
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.type('ana', 'alert create "Disk 95" disk=95 to=ops@example.com');
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.type('ana', 'alert create "Disk 96" disk=95 to=ops@example.com starts=1h');
  await skydesk.press('ana', 'decide:confirm');
  await skydesk.ask('ana', opening());
  await skydesk.type('ana', 'alert assign "Night watch" tool01');
  const kinds = { put: new Set<string>(), update: new Set<string>(), remove: new Set<string>() };
  const kept = await items();
  for (const item of kept) {
    const kind = String(item.pk).replace(/#.*/, '');
    if (await isAllowed(put(item))) kinds.put.add(kind);
    if (await isAllowed(update(item))) kinds.update.add(kind);
    if (await isAllowed(remove(item))) kinds.remove.add(kind);
  }
  const all = new Set(kept.map(({ pk }) => String(pk).replace(/#.*/, '')));
  for (const kind of ['preview', 'change', 'receipt', 'due', 'once']) expect(all).toContain(kind);
  expect([...kinds.put].sort()).toEqual(['ledger', 'request-number']);
  expect([...kinds.update].sort()).toEqual(['api-key', 'counter']);
  expect([...kinds.remove]).toEqual([]);
  await skydesk.pass(2 * hour);
});

test.each([
  'previewed',
  'requested',
  'confirmed',
  'approved',
  'started',
  'applied',
  'ended',
  'rejected',
  'withdrawn',
])('it may not log a change of a person as %s', async (event) => {
  const marker = { pk: `once#ACME#${'a'.repeat(32)}#${event}`, sk: 'U0ANA#forged', person: 'U0ANA' };
  expect(await isAllowed(put(marker))).toBe(false);
});

test.each(['confirmed', 'approved', 'started', 'applied', 'ended', 'rejected', 'withdrawn'])(
  'it may not log a request of an agent as %s',
  async (event) => {
    const marker = { pk: `once#ACME#agent-${'a'.repeat(32)}#${event}`, sk: 'U0ANA#forged', person: 'U0ANA' };
    expect(await isAllowed(put(marker))).toBe(false);
  },
);

test('it may not send a job', async () => {
  const send = queue.send(new SendMessageCommand({ QueueUrl: skydesk.aws.queueUrl, MessageBody: '{}' }));
  expect(await isAllowed(send)).toBe(false);
});

const forgeries: Readonly<Record<string, (request: Item) => Item>> = {
  approved: (request) => ({ ...request, status: 'approved' }),
  'approved by people who didn’t': (request) => ({
    ...request,
    status: 'approved',
    approval: {
      ...asObject(parseJson(JSON.stringify(request.approval))),
      votes: [vote('U0BEN'), vote('U0CORA')],
    },
  }),
  'in no need of approval': (request) => ({ ...request, status: 'approved', approval: undefined }),
  'something else, in no need of approval': (request) => ({
    ...request,
    status: 'approved',
    approval: undefined,
    steps: [
      {
        ...asObject(parseJson(JSON.stringify([request.steps].flat(2)[0]))),
        operation: 'alert.create',
        raw: { name: 'Forged', disk: '95', to: 'ops@example.com' },
      },
    ],
  }),
};

test('a request of an agent that it stores as approved, or as in no need of approval, does not run', async () => {
  for (const forge of Object.values(forgeries)) await edit(await askAgent(opening()), forge);
  await skydesk.pass(hour);
  expect(skydesk.changes()).toEqual([]);
});

test('steps that it stores in place of approved ones do not run, though somebody requested them', async () => {
  const approved = await askAgent(`${opening()} starts=1h`);
  const other = await askAgent(`${opening()} starts=1h`);
  await skydesk.decide('ben', approved, 'Approve');
  expect((await skydesk.stateOf(approved)).status).toBe('approved');
  const { steps, judgement } = contentOf(await itemOf(`change#${other}`));
  await edit(approved, (request) => ({ ...request, steps, judgement }));
  await skydesk.pass(2 * hour);
  expect(skydesk.changes()).toEqual([]);
});

test('a copy of a change that a person confirmed does not run, though the copy is logged as requested', async () => {
  await skydesk.type('ana', 'alert create "Disk 97" disk=95 to=ops@example.com starts=1h');
  await skydesk.press('ana', 'decide:confirm');
  const original = (await skydesk.waiting()).find(({ steps }) => steps[0]?.title.includes('Disk 97'));
  const id = `agent-${'b'.repeat(32)}`;
  const copied = (item: Item): Item =>
    JSON.parse(JSON.stringify(readableItem(item)).replaceAll(original?.id ?? '', id));
  const listed = (await items()).find(({ change }) => change === original?.id && change !== undefined);
  await put(copied(await itemOf(`change#${original?.id}`)));
  await put({ ...copied(listed ?? {}), pk: 'due#agent' });
  await put({ pk: `once#ACME#${id}#requested`, sk: 'U0ANA#forged', person: 'U0ANA' });
  expect((await skydesk.waiting()).map((change) => change.id)).toContain(id);
  await skydesk.pass(2 * hour);
  expect(skydesk.changes()).toEqual(['POST /v2/alertPolicies/ACME']);
  expect((await skydesk.stateOf(id)).steps[0]?.outcome).toBeUndefined();
});

test('a copy of the end of a person’s change doesn’t run before that end', async () => {
  await skydesk.type('ana', 'alert assign "Night watch" jump ends=1h');
  await skydesk.press('ana', 'decide:confirm');
  const listed = (await items()).find(({ pk, change }) => pk === 'due' && String(change).startsWith('end-'));
  const original = String(listed?.change);
  const id = `agent-${'c'.repeat(32)}`;
  const copied = (item: Item): Item =>
    JSON.parse(
      JSON.stringify(readableItem(item)).replaceAll(original, id).replaceAll(String(listed?.endsAt), '1'),
    );
  expect(await isAllowed(put(await itemOf(`change#${original}`)))).toBe(false);
  await put(copied(await itemOf(`change#${original}`)));
  await put({ ...copied(listed ?? {}), pk: 'due#agent', sk: `000000000000001#${id}`, wakesAt: 1 });
  await skydesk.pass(hour / 2);
  expect(skydesk.changes().filter((change) => change.startsWith('DELETE'))).toEqual([]);
  await skydesk.pass(hour);
  expect(skydesk.changes().filter((change) => change.startsWith('DELETE'))).toHaveLength(1);
});

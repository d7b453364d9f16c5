import { GetCommand } from '@aws-sdk/lib-dynamodb';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { serverError } from '../../src/playground/aws/index.ts';
import { type Desk, idOf, rulesFrom, startDesk } from '../system/approving.ts';

/*
 * Workers that die, answers that are lost and messages that come twice, between the vote and the end. Messages that
 * failed come again after a while, as deployed, so that the lease of the dead worker has ended by then.
 */

const patient = { timeout: 10_000 };

let desk: Desk;
beforeAll(async () => {
  desk = await startDesk({ workerTimeoutMs: 2_500, visibilitySeconds: 5 });
  await desk.type('ana', 'firewall list de1');
});
beforeEach(() => desk.fresh());
afterAll(() => desk.stop());

async function askRemoval(): Promise<string> {
  const [rule = ''] = rulesFrom(desk.emulator);
  const id = await desk.ask('ana', `firewall delete de1 ${rule} why="nobody needs it"`);
  desk.emulator.clearRequests();
  return id;
}

/** Ben approves; resolves when that is kept and the change is about to be handed over. */
async function granted(id: string): Promise<{ release(): void }> {
  desk.aws.faults.next('SQS.SendMessage', { kind: 'delay', ms: 0 });
  const handingOver = desk.aws.faults.next('SQS.SendMessage', { kind: 'hold' });
  await desk.post(idOf('ben'), id, 'approve');
  await handingOver.reached;
  desk.emulator.clearRequests();
  return handingOver;
}

const asked = (route: string) => desk.emulator.requests.filter((request) => request.route === route).length;

/** Kills whatever works as soon as the service was asked for this. */
async function killAt(route: string, handingOver: { release(): void }): Promise<void> {
  handingOver.release();
  await expect.poll(() => asked(route), patient).toBe(1);
  expect(await desk.worker.kill()).toBeGreaterThan(0);
  await desk.settled();
}

const events = async (id: string) =>
  (await desk.ledger(id)).map((line) => line.split(' ').slice(0, 2).join(' '));

test('the worker dies before it asks the service: nothing is changed, and nobody claims to know', async () => {
  const id = await askRemoval();
  const handingOver = await granted(id);
  desk.emulator.control.fail({ route: 'crossFirewalls.list', how: 'hang' });
  await killAt('crossFirewalls.list', handingOver);
  expect(desk.changes()).toEqual([]);
  expect(await desk.card(id)).toContain('it is not known whether it was done. It was not tried again.');
  expect(desk.last('ana', 'dm')).toContain('it is not known whether it was done');
  expect(await events(id)).toEqual(
    expect.arrayContaining(['asked U0ANA:', 'approved U0BEN', 'unknown U0ANA']),
  );
  expect(await events(id)).toHaveLength(3);
});

test('the worker dies while the service is at it: one change at most, and it is not tried again', async () => {
  const id = await askRemoval();
  const handingOver = await granted(id);
  desk.emulator.control.fail({ route: 'crossFirewalls.delete', how: 'hang', after: true });
  await killAt('crossFirewalls.delete', handingOver);
  expect(desk.changes()).toHaveLength(1);
  expect(await desk.card(id)).toContain('it is not known whether it was done. It was not tried again.');
  expect((await desk.approval(id)).phase).toBe('unknown');
  const kept = await events(id);
  expect(kept.filter((event) => event === 'started U0ANA')).toHaveLength(1);
  expect(kept.at(-1)).toBe('unknown U0ANA');
  expect(kept).not.toContain('done U0ANA');
});

test('the worker dies when the end is kept but its receipt is not: the end stands', async () => {
  const id = await askRemoval();
  const handingOver = await granted(id);
  const claiming = desk.aws.faults.next('DynamoDB.PutItem', { kind: 'hold' });
  handingOver.release();
  await claiming.reached;
  const job = (await desk.approval(id)).votes[0]?.job;
  const Key = { pk: `receipt#${job}`, sk: 'receipt' };
  const receipt = async () =>
    (await desk.table.send(new GetCommand({ TableName: desk.aws.tableName, Key }))).Item;
  await expect.poll(async () => (await receipt())?.phase, patient).toBe('told');
  const writing = desk.aws.faults.next('DynamoDB.UpdateItem', { kind: 'hold' });
  claiming.release();
  await writing.reached;
  expect((await desk.approval(id)).phase).toBe('done');
  expect(await desk.worker.kill()).toBe(1);
  writing.release();
  await desk.settled();
  expect(desk.changes()).toHaveLength(1);
  expect(await desk.card(id)).toContain('Approved and done.');
  expect(await desk.ledger(id)).toEqual([
    'asked U0ANA: nobody needs it',
    'approved U0BEN',
    'started U0ANA',
    'done U0ANA',
  ]);
});

test('the worker dies between the vote and the hand-over: it is handed over all the same', async () => {
  const id = await askRemoval();
  const handingOver = await granted(id);
  expect(await desk.worker.kill()).toBe(1);
  handingOver.release();
  await desk.settled();
  expect(desk.changes()).toHaveLength(1);
  expect((await desk.approval(id)).votes).toHaveLength(1);
  expect(await desk.card(id)).toContain('Approved and done.');
  expect(await desk.ledger(id)).toEqual([
    'asked U0ANA: nobody needs it',
    'approved U0BEN',
    'started U0ANA',
    'done U0ANA',
  ]);
});

test('the queue does not take the hand-over: the sweeper makes good for it', async () => {
  const id = await askRemoval();
  desk.aws.faults.next('SQS.SendMessage', { kind: 'delay', ms: 0 });
  const away = desk.aws.faults.next('SQS.SendMessage', serverError, 10);
  await desk.doing(() => desk.post(idOf('ben'), id, 'approve'));
  away.release();
  expect(desk.whispered('ben')).toContain('You approved');
  expect(await desk.card(id)).toContain('Approved. It is about to run.');
  await desk.approvals.change(id, (now) => ({ approval: { ...now, since: now.since - 180_000 } }));
  await desk.doing(() => desk.sweeper.invoke({}));
  await desk.doing(() => desk.sweeper.invoke({}));
  expect(desk.changes()).toHaveLength(1);
  expect(await desk.card(id)).toContain('Approved and done.');
});

test('the table is away when it should begin: it begins later', async () => {
  const id = await askRemoval();
  const handingOver = await granted(id);
  const reads = desk.aws.faults.next('DynamoDB.PutItem', { kind: 'hold' });
  handingOver.release();
  await reads.reached;
  const away = desk.aws.faults.next('DynamoDB.GetItem', serverError, 3);
  reads.release();
  await away.reached;
  await desk.settled();
  expect(desk.changes()).toHaveLength(1);
  expect(await desk.card(id)).toContain('Approved and done.');
});

test('an answer of the table that is lost is asked for again, and one change is made', async () => {
  const id = await askRemoval();
  const handingOver = await granted(id);
  desk.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'lose' }, 2);
  handingOver.release();
  await desk.settled();
  expect(desk.changes()).toHaveLength(1);
  expect(await desk.card(id)).toContain('Approved and done.');
  expect((await events(id)).sort()).toEqual([
    'approved U0BEN',
    'asked U0ANA:',
    'done U0ANA',
    'started U0ANA',
  ]);
});

test('messages that are delivered again change nothing more', async () => {
  const id = await askRemoval();
  const again = desk.aws.faults.next('SQS.DeleteMessageBatch', { kind: 'drop' }, 2);
  await desk.doing(() => desk.post(idOf('ben'), id, 'approve'));
  await again.reached;
  expect(desk.changes()).toHaveLength(1);
  expect(await desk.card(id)).toContain('Approved and done.');
  expect(await desk.ledger(id)).toEqual([
    'asked U0ANA: nobody needs it',
    'approved U0BEN',
    'started U0ANA',
    'done U0ANA',
  ]);
});

test('the worker dies between a request and the narrower one that takes its place: there is one of them', async () => {
  const id = await desk.ask(
    'ana',
    'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop needs it"',
  );
  await desk.decide('ben', id, 'Propose something narrower', { 'Narrower: From range': '10.0.0.0/28' });
  desk.emulator.clearRequests();
  desk.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'delay', ms: 0 });
  const putting = desk.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'hold' });
  await desk.slack.press('ana', 'Take the proposal');
  await putting.reached;
  expect((await desk.approval(id)).phase).toBe('replaced');
  expect(await desk.worker.kill()).toBe(1);
  putting.release();
  await desk.settled({ delayed: true });
  expect(await desk.card(`${id}-narrower`)).toContain('Approved and done.');
  expect(desk.changes()).toHaveLength(1);
});

test.each([
  ['its keeping and its withdrawal', 2],
  ['its withdrawal and the return of the first', 3],
])('a narrower request cannot be posted and the worker dies between %s: one is taken', async (_, before) => {
  const id = await desk.ask(
    'ana',
    'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop needs it"',
  );
  await desk.decide('ben', id, 'Propose something narrower', { 'Narrower: From range': '10.0.0.0/28' });
  desk.emulator.clearRequests();
  desk.slack.fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
  for (let write = 0; write < before; write += 1)
    desk.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'delay', ms: 0 });
  const writing = desk.aws.faults.next('DynamoDB.TransactWriteItems', { kind: 'hold' });
  await desk.slack.press('ana', 'Take the proposal');
  await writing.reached;
  expect((await desk.approval(id)).phase).toBe('replaced');
  expect(await desk.worker.kill()).toBe(1);
  writing.release();
  await desk.settled({ delayed: true });
  expect((await desk.approval(id)).phase).toBe('replaced');
  expect(await desk.card(`${id}-narrower`)).toContain('Approved and done.');
  expect(desk.changes()).toHaveLength(1);
  expect((await events(id)).at(-1)).toBe('withdrawn U0ANA:');
});

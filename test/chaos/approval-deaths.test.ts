import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { idOf, rulesFrom } from '../support/index.ts';
import { claimFor, claimsRun, endsRun, logsStart, startTestbed, type Testbed } from '../support/testbed.ts';
import { type Call, calm, type Way } from '../support/wire.ts';
import { renewFor } from './drawn-world.ts';
import { figuresOf } from './figures.ts';

/*
 * Workers that die, lost answers and repeated messages, between the vote and the end. The claim of a dead worker has always
 * ended, because the clock of the functions is moved on by it.
 */

const figures = figuresOf('approval deaths');

let testbed: Testbed;
beforeAll(async () => {
  testbed = await startTestbed();
  await testbed.type('ana', 'firewall list de1');
});
beforeEach(({ task }) => renewFor(task.name, testbed));
afterAll(() => testbed.stop());

async function askRemoval(): Promise<string> {
  const [rule = ''] = rulesFrom(testbed.cloud);
  const id = await testbed.ask('ana', `firewall delete de1 ${rule} why="nobody needs it"`);
  testbed.cloud.clearRequests();
  return id;
}

interface Fault {
  readonly way: Way;
  readonly at: (call: Call) => boolean;
  readonly times?: number;
}

/** Disturbs the next calls of the worker that match, from its hand-over of the approved change on if `handedOver`. */
function disturb({ way, at, times = 1 }: Fault, handedOver = true): { readonly met: number } {
  const count = { met: 0 };
  let open = !handedOver;
  testbed.wire.weather = {
    ...calm,
    trouble(call) {
      if (call.by !== 'worker') return undefined;
      if (call.name === 'SQS.SendMessage') open = true;
      if (!open || count.met >= times || !at(call)) return undefined;
      count.met += 1;
      // When a message comes again, every claim has ended.
      if (count.met === times) testbed.later(claimFor);
      figures.count(`fault: ${way}`);
      return { way, done: false };
    },
  };
  return count;
}

/** Ben approves during this fault; resolves when all is over. */
async function approve(id: string, fault: Fault): Promise<void> {
  const { met } = await during(fault, () => testbed.post(idOf('ben'), id, 'approve'));
  expect(met).toBe(fault.times ?? 1);
}

async function during(fault: Fault, act: () => Promise<unknown>, handedOver = true) {
  const count = disturb(fault, handedOver);
  await testbed.doing(act, true);
  return count;
}

const named =
  (name: string) =>
  (call: Call): boolean =>
    call.name === name;
const onService =
  (method: string) =>
  ({ side, name }: Call): boolean =>
    side === 'service' && name.startsWith(`${method} `);

const events = async (id: string) =>
  (await testbed.ledger(id)).map((line) => line.split(' ').slice(0, 2).join(' '));
const wholeStory = ['requested U0ANA: nobody needs it', 'approved U0BEN', 'started U0ANA', 'applied U0ANA'];
const unknown = 'Not known if closed';

test.each<[sentence: string, at: (id: string) => Fault['at']]>([
  ['the worker dies while it looks at the request again: the next delivery runs it', () => onService('GET')],
  [
    'the worker dies after it has started and before that is logged: the next delivery runs it',
    () => logsStart,
  ],
  ['the worker dies when the end is stored but its receipt is not: the end stands', endsRun],
  [
    'the worker dies between the vote and the hand-over: the change runs all the same',
    () => named('SQS.SendMessage'),
  ],
])('%s', async (_, at) => {
  const id = await askRemoval();
  await approve(id, { way: 'kill', at: at(id) });
  expect(testbed.changes()).toHaveLength(1);
  expect((await testbed.stateOf(id)).votes).toHaveLength(1);
  expect(await testbed.card(id)).toContain('✅ Closed');
  expect(await testbed.ledger(id)).toEqual(wholeStory);
});

test.each<[sentence: string, at: Fault['at'], changes: number]>([
  [
    'the worker dies once the start is logged, before its request to the cloud API: the outcome is unknown',
    logsStart,
    0,
  ],
  [
    'the worker dies during its request to the cloud API: one change at most, and no second attempt',
    onService('DELETE'),
    1,
  ],
])('%s', async (_, at, changes) => {
  const id = await askRemoval();
  await approve(id, { way: 'kill after', at });
  expect(testbed.changes()).toHaveLength(changes);
  expect(await testbed.card(id)).toContain(unknown);
  expect(testbed.last('ana', 'dm')).toContain(unknown);
  expect((await testbed.stateOf(id)).status).toBe('unknown');
  expect(await events(id)).toEqual(['requested U0ANA:', 'approved U0BEN', 'started U0ANA', 'unknown U0ANA:']);
});

test('the queue refuses the hand-over: the sweeper sends it', async () => {
  const id = await askRemoval();
  await during({ way: '500', at: named('SQS.SendMessage'), times: 10 }, () =>
    testbed.post(idOf('ben'), id, 'approve'),
  );
  expect(await testbed.card(id)).toContain('⏳ Closing ');
  testbed.wire.weather = calm;
  testbed.later(180_000);
  await testbed.doing(() => testbed.sweeper.invoke({}), true);
  expect(testbed.changes()).toHaveLength(1);
  expect(await testbed.card(id)).toContain('✅ Closed');
});

test('the table is down when a change is due to start: it starts later', async () => {
  const id = await askRemoval();
  let claimed = false;
  const claims = claimsRun(id);
  const afterClaim = (call: Call): boolean => {
    if (claims(call)) claimed = true;
    return claimed && call.name === 'DynamoDB.GetItem';
  };
  await approve(id, { way: '500', at: afterClaim, times: 3 });
  expect(testbed.changes()).toHaveLength(1);
  expect(await testbed.card(id)).toContain('✅ Closed');
});

test('a lost answer of the table is requested again, and one change is made', async () => {
  const id = await askRemoval();
  await approve(id, { way: 'lose', at: named('DynamoDB.TransactWriteItems'), times: 2 });
  expect(testbed.changes()).toHaveLength(1);
  expect(await testbed.card(id)).toContain('✅ Closed');
  expect((await testbed.ledger(id)).toSorted()).toEqual(wholeStory.toSorted());
});

test('messages that are delivered again change nothing more', async () => {
  const id = await askRemoval();
  testbed.wire.begin();
  await testbed.doing(() => testbed.post(idOf('ben'), id, 'approve'), true);
  const messages = testbed.messages();
  expect(messages.length).toBeGreaterThanOrEqual(2);
  await testbed.doing(() => Promise.all(messages.map((message) => testbed.again(message))), true);
  expect(testbed.changes()).toHaveLength(1);
  expect(await testbed.card(id)).toContain('✅ Closed');
  expect(await testbed.ledger(id)).toEqual(wholeStory);
});

/** Cora has suggested something narrower than Ana's request. */
async function askTooMuch(): Promise<string> {
  const id = await testbed.ask(
    'ana',
    'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop needs it"',
  );
  await testbed.decide('ben', id, 'Suggest Changes', { 'narrower.source': '10.0.0.0/28' });
  testbed.cloud.clearRequests();
  return id;
}

/** Ana accepts the suggestion, and the worker dies before its nth transaction. */
async function dieBeforeTransaction(nth: number): Promise<void> {
  const name = 'DynamoDB.TransactWriteItems';
  testbed.wire.begin([{ by: 'worker', name, nth, way: 'kill', times: 1, done: false }]);
  await testbed.doing(() => testbed.slack.press('ana', 'Accept and Open'), true);
  expect(testbed.wire.met).toBe(true);
  figures.count('fault: kill');
}

test('the worker dies between a request and the narrower one that replaces it: one of them remains', async () => {
  const id = await askTooMuch();
  await dieBeforeTransaction(2);
  expect((await testbed.stateOf(id)).status).toBe('superseded');
  expect(await testbed.card(`${id}-narrower`)).toContain('🔓 Open');
  expect(testbed.changes()).toHaveLength(1);
});

test('a narrower request can’t be posted and the worker dies before the first one waits again: one remains', async () => {
  const id = await askTooMuch();
  testbed.slack.fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
  await dieBeforeTransaction(2);
  expect((await testbed.stateOf(id)).status).toBe('superseded');
  expect(await testbed.card(`${id}-narrower`)).toContain('🔓 Open');
  expect(testbed.changes()).toHaveLength(1);
  expect((await events(id)).at(-1)).toBe('superseded U0ANA:');
});

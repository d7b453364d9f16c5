import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { rulesFrom } from '../system/approving.ts';
import { idOf } from '../system/bot.ts';
import { figuresOf } from './figures.ts';
import { type Call, calm, type Way } from './wire.ts';
import { lease, startWorld, type World } from './world.ts';

/*
 * Workers that die, answers that are lost and messages that come twice, between the vote and the end. What a dead
 * worker held is free at once, because the clock of the functions is moved on by its lease.
 */

const figures = figuresOf('approval deaths');

let world: World;
beforeAll(async () => {
  world = await startWorld();
  await world.type('ana', 'firewall list de1');
});
beforeEach(() => world.renew());
afterAll(() => world.stop());

async function askRemoval(): Promise<string> {
  const [rule = ''] = rulesFrom(world.emulator);
  const id = await world.ask('ana', `firewall delete de1 ${rule} why="nobody needs it"`);
  world.emulator.clearRequests();
  return id;
}

interface Fault {
  readonly way: Way;
  readonly at: (call: Call) => boolean;
  readonly times?: number;
}

/** Lets the next calls of the worker that fit meet this, from its hand-over of the granted change on if `handedOver`. */
function disturb({ way, at, times = 1 }: Fault, handedOver = true): { readonly met: number } {
  const count = { met: 0 };
  let open = !handedOver;
  world.wire.weather = {
    ...calm,
    trouble(call) {
      if (call.by !== 'worker') return undefined;
      if (call.name === 'SQS.SendMessage') open = true;
      if (!open || count.met >= times || !at(call)) return undefined;
      count.met += 1;
      // By the time that a message comes again, nobody is believed to be at it any more.
      if (count.met === times) world.later(lease);
      figures.count(`faults: ${way}`);
      return { way, done: false };
    },
  };
  return count;
}

/** Ben approves while this goes wrong; resolves when all is over. */
async function approve(id: string, fault: Fault): Promise<void> {
  const { met } = await during(fault, () => world.post(idOf('ben'), id, 'approve'));
  expect(met).toBe(fault.times ?? 1);
}

async function during(fault: Fault, act: () => Promise<unknown>, handedOver = true) {
  const count = disturb(fault, handedOver);
  await world.doing(act, true);
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
  (await world.ledger(id)).map((line) => line.split(' ').slice(0, 2).join(' '));
const wholeStory = ['requested U0ANA: nobody needs it', 'approved U0BEN', 'started U0ANA', 'applied U0ANA'];
const unknown = 'it is not known whether it was done. It was not tried again.';

test('the worker dies while it looks at the request again: the next delivery does it', async () => {
  const id = await askRemoval();
  await approve(id, { way: 'kill', at: onService('GET') });
  expect(world.changes()).toHaveLength(1);
  expect(await world.card(id)).toContain('Approved and done.');
  expect(await events(id)).toEqual(['requested U0ANA:', 'approved U0BEN', 'started U0ANA', 'applied U0ANA']);
});

const starting = ({ name, body }: Call): boolean =>
  name.startsWith('DynamoDB.') && body.includes('"started"');

test('the worker dies after it has begun and before that is in the audit log: the next delivery does it', async () => {
  const id = await askRemoval();
  await approve(id, { way: 'kill', at: starting });
  expect(world.changes()).toHaveLength(1);
  expect(await world.card(id)).toContain('Approved and done.');
  expect(await world.ledger(id)).toEqual(wholeStory);
});

test('the worker dies once that is in the audit log, before it asks the service: nobody claims to know', async () => {
  const id = await askRemoval();
  await approve(id, { way: 'kill after', at: starting });
  expect(world.changes()).toEqual([]);
  expect(await world.card(id)).toContain(unknown);
  expect(world.last('ana', 'dm')).toContain('it is not known whether it was done');
  expect(await events(id)).toEqual(['requested U0ANA:', 'approved U0BEN', 'started U0ANA', 'unknown U0ANA']);
});

test('the worker dies while the service is at it: one change at most, and it is not tried again', async () => {
  const id = await askRemoval();
  await approve(id, { way: 'kill after', at: onService('DELETE') });
  expect(world.changes()).toHaveLength(1);
  expect(await world.card(id)).toContain(unknown);
  expect((await world.approval(id)).phase).toBe('unknown');
  expect(await events(id)).toEqual(['requested U0ANA:', 'approved U0BEN', 'started U0ANA', 'unknown U0ANA']);
});

test('the worker dies when the end is kept but its receipt is not: the end stands', async () => {
  const id = await askRemoval();
  const finishing = ({ name, body }: Call): boolean =>
    name === 'DynamoDB.UpdateItem' && body.includes(`receipt#${id}:run`);
  await approve(id, { way: 'kill', at: finishing });
  expect(world.changes()).toHaveLength(1);
  expect(await world.card(id)).toContain('Approved and done.');
  expect(await world.ledger(id)).toEqual(wholeStory);
});

test('the worker dies between the vote and the hand-over: it is handed over all the same', async () => {
  const id = await askRemoval();
  await approve(id, { way: 'kill', at: named('SQS.SendMessage') });
  expect(world.changes()).toHaveLength(1);
  expect((await world.approval(id)).votes).toHaveLength(1);
  expect(await world.card(id)).toContain('Approved and done.');
  expect(await world.ledger(id)).toEqual(wholeStory);
});

test('the queue does not take the hand-over: the sweeper makes good for it', async () => {
  const id = await askRemoval();
  await during({ way: '500', at: named('SQS.SendMessage'), times: 10 }, () =>
    world.post(idOf('ben'), id, 'approve'),
  );
  expect(world.whispered('ben')).toContain('You approved');
  expect(await world.card(id)).toContain('Approved. It is about to run.');
  world.wire.weather = calm;
  world.later(180_000);
  await world.doing(() => world.sweeper.invoke({}), true);
  expect(world.changes()).toHaveLength(1);
  expect(await world.card(id)).toContain('Approved and done.');
});

test('the table is away when it should begin: it begins later', async () => {
  const id = await askRemoval();
  let claimed = false;
  const afterClaim = ({ name, body }: Call): boolean => {
    if (name === 'DynamoDB.PutItem' && body.includes(`receipt#${id}:run`)) claimed = true;
    return claimed && name === 'DynamoDB.GetItem';
  };
  await approve(id, { way: '500', at: afterClaim, times: 3 });
  expect(world.changes()).toHaveLength(1);
  expect(await world.card(id)).toContain('Approved and done.');
});

test('an answer of the table that is lost is asked for again, and one change is made', async () => {
  const id = await askRemoval();
  await approve(id, { way: 'lose', at: named('DynamoDB.TransactWriteItems'), times: 2 });
  expect(world.changes()).toHaveLength(1);
  expect(await world.card(id)).toContain('Approved and done.');
  expect((await world.ledger(id)).toSorted()).toEqual(wholeStory.toSorted());
});

test('messages that are delivered again change nothing more', async () => {
  const id = await askRemoval();
  world.wire.begin();
  await world.doing(() => world.post(idOf('ben'), id, 'approve'), true);
  const messages = world.messages();
  expect(messages.length).toBeGreaterThanOrEqual(2);
  await world.doing(() => Promise.all(messages.map((message) => world.again(message))), true);
  expect(world.changes()).toHaveLength(1);
  expect(await world.card(id)).toContain('Approved and done.');
  expect(await world.ledger(id)).toEqual(wholeStory);
});

/** Cora has proposed something narrower to what Ana asks for. */
async function askTooMuch(): Promise<string> {
  const id = await world.ask(
    'ana',
    'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop needs it"',
  );
  await world.decide('ben', id, 'Propose something narrower', { 'Narrower: From range': '10.0.0.0/28' });
  world.emulator.clearRequests();
  return id;
}

/** Ana takes the proposal, and the worker dies before its nth transaction. */
async function dieBeforeTransaction(nth: number): Promise<void> {
  const name = 'DynamoDB.TransactWriteItems';
  world.wire.begin([{ by: 'worker', name, nth, way: 'kill', times: 1, done: false }]);
  await world.doing(() => world.slack.press('ana', 'Take the proposal'), true);
  expect(world.wire.met).toBe(true);
  figures.count('faults: kill');
}

test('the worker dies between a request and the narrower one that takes its place: there is one of them', async () => {
  const id = await askTooMuch();
  await dieBeforeTransaction(2);
  expect((await world.approval(id)).phase).toBe('replaced');
  expect(await world.card(`${id}-narrower`)).toContain('Approved and done.');
  expect(world.changes()).toHaveLength(1);
});

test('a narrower request cannot be posted and the worker dies before the first one waits again: one is taken', async () => {
  const id = await askTooMuch();
  world.slack.fault({ method: 'chat.postMessage', error: 'channel_not_found', times: 1 });
  await dieBeforeTransaction(2);
  expect((await world.approval(id)).phase).toBe('replaced');
  expect(await world.card(`${id}-narrower`)).toContain('Approved and done.');
  expect(world.changes()).toHaveLength(1);
  expect((await events(id)).at(-1)).toBe('withdrawn U0ANA:');
});

import { expect, test } from 'vitest';
import { startAws } from '../../local/aws/index.ts';
import { hour, minute } from '../../src/core/clock.ts';
import { undelivered } from '../support/change-states.ts';
import { InMemoryBot, type Outage, type Witness } from '../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../support/in-memory/local-cloud.ts';
import { TimedBot } from '../support/in-memory/timed-bot.ts';
import { quick } from '../support/seeded.ts';
import { storedOf, waitingAmong } from '../support/stored.ts';

/*
 * Each question about Skydesk's own state, at a time at which there is something to answer: Slack, the audit log or the queue is away. A
 * question that is answered with nothing would let every test above pass that asks it.
 */

const cloud = await cloudOfFile(quick);
const ana = 'U0ANA';
const ben = 'U0BEN';
const opening = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop"';
const temporary = 'alert assign "Night watch" de1acmejump01 ends=2h';

const slackAway: Outage = { of: 'slack', from: 1, calls: Number.POSITIVE_INFINITY, performed: false };

/** Types a line and confirms it, from when on this is away. Resolves to the id of the change. */
async function confirmed(bot: InMemoryBot, line: string, away?: Outage): Promise<string> {
  const id = await bot.type(ana, line);
  bot.begin(away);
  await bot.press(ana, 'confirm', id);
  return id;
}

/** A request that Ben approves while the queue takes no job of Skydesk's. */
async function approvedWithoutQueue() {
  let isAway = false;
  const witness: Witness = {
    begins() {},
    ends() {},
    settle: () => bot.settled(),
    table: (table) => table,
    ports: (ports) => ({
      ...ports,
      queue: {
        send: async (job, delay) => {
          if (isAway) throw new Error('The queue is away');
          await ports.queue.send(job, delay);
        },
      },
    }),
  };
  const bot: InMemoryBot = new InMemoryBot(cloud, {}, undefined, witness);
  const id = await confirmed(bot, opening);
  isAway = true;
  await bot.vote(ben, id, 'approve');
  const back = (): void => {
    isAway = false;
  };
  return { bot, id, back };
}

test('a change, whose run the queue does not take: its status, requester, votes and steps', async () => {
  const { bot, id } = await approvedWithoutQueue();
  const change = await bot.stored.change(id);
  expect(change).toMatchObject({
    status: 'approved',
    number: 1,
    requester: ana,
    approvers: 1,
    votes: [{ person: ben, vote: 'approve', isBreakGlass: false, counts: true }],
    steps: [{ id, operation: 'firewall.create', outcome: undefined, isTemporary: false }],
    cards: [{ channel: '#approvals' }],
  });
  expect(change?.seen).toMatch(/^[0-9a-f]{32}$/);
  expect(await bot.stored.change('another')).toBeUndefined();
});

test('all changes, also a preview, and one whose result Slack does not take, with its end', async () => {
  const bot = new InMemoryBot(cloud);
  const preview = await bot.type(ana, opening);
  const id = await confirmed(bot, temporary, slackAway);
  const changes = await bot.stored.changes();
  expect(changes.map((change) => [change.id, change.status])).toEqual([
    [id, 'done'],
    [preview, 'previewed'],
  ]);
  expect(changes[0]?.steps).toMatchObject([
    { outcome: 'done', isTemporary: true, end: { status: 'active' } },
  ]);
  expect(changes[0]?.steps[0]?.end?.at).toBeGreaterThan(bot.now());
});

/** What is not finished: as the sweeper's list has it, and as the changes themselves say. */
async function waitingIn(bot: InMemoryBot, at = bot.now()) {
  const waiting = await bot.stored.waiting(at);
  expect(waitingAmong(await bot.stored.items(), at)).toEqual(waiting);
  return waiting;
}

test('what waits: for people, for its start, for Slack, for the audit log, for the end of its buttons', async () => {
  const open = new InMemoryBot(cloud);
  const opened = await confirmed(open, opening);
  expect(await waitingIn(open)).toEqual([{ id: opened, status: 'open', ends: [], lacks: ['decision'] }]);

  const { bot, id } = await approvedWithoutQueue();
  const [approved, ...others] = await waitingIn(bot);
  expect(approved).toMatchObject({ id, status: 'approved', lacks: expect.arrayContaining(['start']) });
  expect(others).toEqual([]);

  const mute = new InMemoryBot(cloud);
  const unsaid = await confirmed(mute, temporary, slackAway);
  const [done] = await waitingIn(mute);
  expect(done).toMatchObject({ id: unsaid, status: 'done', ends: [] });
  expect(done && undelivered(done)).toContain('message');
  mute.begin();
  mute.later(2 * hour + minute);
  mute.begin(slackAway);
  await mute.sweep();
  const ofEnd = (await waitingIn(mute)).find(({ ends }) => ends.length > 0);
  expect(ofEnd).toMatchObject({ ends: [unsaid], lacks: expect.arrayContaining(['message']) });

  const unlogged = new TimedBot(cloud);
  unlogged.keepOut('applied', hour);
  const applied = await confirmed(unlogged, 'alert create "Busy" disk=95 to=ops@example.com');
  await unlogged.live(5 * minute);
  const [unproven] = await waitingIn(unlogged);
  expect(unproven).toMatchObject({ id: applied, status: 'done' });
  expect(unproven && undelivered(unproven)).toContain('entry');

  const told = new InMemoryBot(cloud);
  const undoable = await confirmed(told, 'alert create "Idle" disk=95 to=ops@example.com');
  expect(await waitingIn(told)).toEqual([]);
  expect(await waitingIn(told, told.now() + hour)).toEqual([
    { id: undoable, status: 'done', ends: [], lacks: ['button'] },
  ]);
});

test('when the sweeper looks at a change that the queue does not take, and at an end', async () => {
  const { bot, id } = await approvedWithoutQueue();
  expect(await bot.stored.wakesAt(id)).toBeLessThan(bot.now() + 5 * minute);
  expect(await bot.stored.wakesAt('another')).toBeUndefined();
  const other = new InMemoryBot(cloud);
  const ends = await confirmed(other, temporary);
  const end = (await other.stored.change(ends))?.steps[0]?.end;
  expect(await other.stored.wakesAt(String(end?.id))).toBe((end?.at ?? 0) - 15 * minute);
});

test('a resource, while Slack is away: the step that claimed it, and the end that comes', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await confirmed(bot, temporary, slackAway);
  const [step] = (await bot.stored.change(id))?.steps ?? [];
  expect(await bot.stored.resource(String(step?.resource))).toEqual({ holder: id, ends: [step?.end?.id] });
  expect(await bot.stored.resource('another')).toEqual({ holder: undefined, ends: [] });
});

test('the audit log, while Slack is away, and that it is whole until somebody edits it', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await confirmed(bot, temporary, slackAway);
  const log = await bot.stored.log();
  expect(log.map(({ event, person, request }) => `${event} ${person} ${request}`)).toEqual(
    ['previewed', 'started', 'applied'].map((event) => `${event} ${ana} ${id}`),
  );
  expect(await bot.stored.log('ACDV')).toEqual([]);
  expect(await bot.stored.verifyLog()).toEqual({ entries: 3, fault: undefined });
  const entry = (await bot.stored.items()).find(
    ({ pk, event }) => pk === 'ledger#ACME' && event === 'started',
  );
  await bot.stored.put({ ...entry, person: ben });
  expect((await bot.stored.verifyLog()).fault).toMatch(/^Entry 2 /);
});

test('an appended entry, after the last', async () => {
  const bot = new InMemoryBot(cloud);
  await confirmed(bot, temporary, slackAway);
  const of = { account: 'ACME', operation: 'alert.delete', title: 'Delete', targets: ['alert-policy/x'] };
  const entry = { ...of, at: bot.now(), event: 'rejected', person: ben, request: 'r1', note: 'No' } as const;
  await bot.stored.append(entry);
  expect((await bot.stored.log()).at(-1)).toEqual({ ...entry, seq: 4 });
});

test('what a person opened, while Slack is away', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await confirmed(bot, 'ip add de1acmeweb03 tcp/443 from=203.0.113.0/24', slackAway);
  const openings = await bot.stored.openings(ana);
  expect(openings.map(({ step }) => step)).toEqual([id]);
  expect(await bot.stored.openings(ben)).toEqual([]);
  for (const { key } of openings) await bot.stored.remove(key);
  expect(await bot.stored.openings(ana)).toEqual([]);
});

test('the jobs, of which that of the click is not delivered, since Slack is away', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await confirmed(bot, temporary, slackAway);
  const records = new Map(
    (await bot.stored.jobRecords()).map((record) => [record.id, record.isDelivered] as const),
  );
  expect(records.get(id)).toBe(true);
  expect([...records.values()]).toContain(false);
});

test('the items of the table, of which one is put back', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await confirmed(bot, temporary, slackAway);
  const [item] = (await bot.stored.items()).filter(({ pk }) => pk === `change#${id}`);
  if (!item) throw new Error('It is stored');
  await bot.stored.remove(item);
  expect(await bot.stored.items()).not.toContainEqual(item);
  await bot.stored.put(item);
  expect(await bot.stored.items()).toContainEqual(item);
  expect((await bot.stored.change(id))?.status).toBe('done');
});

test('a change that is forgotten before the queue is back never starts, and nobody hears of it', async () => {
  const { bot, id, back } = await approvedWithoutQueue();
  await bot.stored.forget([id]);
  back();
  expect((await bot.stored.change(id))?.status).toBe('withdrawn');
  expect(await bot.stored.waiting(Number.POSITIVE_INFINITY)).toEqual([]);
  const { length } = bot.said;
  await bot.pass(15);
  expect(bot.changes()).toEqual([]);
  expect(bot.said).toHaveLength(length);
});

test('all items, each time they are asked for, even if one page of a scan is too short for them', async () => {
  const aws = await startAws({ secrets: {} });
  const stored = storedOf(aws);
  const keys = ['a', 'b', 'c', 'd'];
  for (const pk of keys) await stored.put({ pk, sk: 'long', text: 'x'.repeat(390_000) });
  const read = async () => (await stored.items()).map(({ pk }) => pk).toSorted();
  expect(await read()).toEqual(keys);
  expect(await read()).toEqual(keys);
  await aws.close();
});

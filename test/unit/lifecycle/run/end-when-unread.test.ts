import { expect, test } from 'vitest';
import { CloudApiError } from '../../../../src/cloud/model/cloud-error.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import {
  cloudOfFile,
  connectedWith,
  outside,
  publicAddresses,
} from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * What was opened until a time closes then, also if nobody could see what the change made of it: the cloud API can't be read right
 * after it, or somebody changes the same thing at the same moment.
 */

const cloud = await cloudOfFile(quick);
const { firewall, publicIps } = outside(cloud);
const disabled = 'b43952aa8e69ca2ce12ecf12473eed42';
const enabled = '195f2e21b90087a4b3313bc144204857';
const why = 'ends=1h why="The shop"';

/** A client that can't read a firewall policy after it changed one: until `see`, or only the first time. */
function blindAfterChange(error: Error, { isOnce = false } = {}) {
  let isBlind = false;
  const service = connectedWith(cloud, ({ firewall }) => ({
    firewall: {
      async update(...sent) {
        await firewall.update(...sent);
        isBlind = true;
      },
      async get(...named) {
        if (!isBlind) return firewall.get(...named);
        if (isOnce) isBlind = false;
        throw error;
      },
    },
  }));
  return { bot: new InMemoryBot(cloud, {}, service), see: () => (isBlind = false) };
}

test.each([
  ['is enabled', `firewall intra enable de1 ${disabled}`, disabled],
  ['gets more ports', `firewall intra update de1 ${enabled} tcp/5432 icmp tcp/443`, enabled],
])('a firewall policy that %s ends, although it couldn’t be read after the change', async (_, line, id) => {
  const { bot, see } = blindAfterChange(new Error('unreadable'));
  const before = await firewall.get('de1', id);
  await bot.decided(`${line} ${why}`);
  const open = await firewall.get('de1', id);
  expect([open.enabled, open.ports]).not.toEqual([before.enabled, before.ports]);
  see();
  await bot.pass(70);
  expect(await firewall.get('de1', id)).toEqual(before);
});

test('a firewall policy that isn’t found right after it was enabled, as a replica lags behind, ends all the same', async () => {
  const notFound = new CloudApiError('not-found', { method: 'GET', path: '' });
  const { bot } = blindAfterChange(notFound, { isOnce: true });
  await bot.decided(`firewall intra enable de1 ${disabled} ${why}`);
  expect((await firewall.get('de1', disabled)).enabled).toBe(true);
  await bot.pass(70);
  expect((await firewall.get('de1', disabled)).enabled).toBe(false);
});

/** A client that can't read whether a new firewall policy is enabled until it sees. */
function shortSighted() {
  let isBlind = true;
  const service = connectedWith(cloud, ({ firewall }) => ({
    firewall: {
      async get(...named) {
        const found = await firewall.get(...named);
        const { enabled: _, ...policy } = found;
        return isBlind ? { ...policy, unread: ['enabled'] } : found;
      },
    },
  }));
  return { bot: new InMemoryBot(cloud, {}, service), see: () => (isBlind = false) };
}

const create = 'firewall intra create de1 tcp/443 source=10.0.0.0/28 destination=10.95.131.0/24';
const created = async () =>
  (await firewall.list('de1')).find(({ source }) => source[0] === '10.0.0.0/28')?.id ?? '';
const moves = ['keep #1 why=Test', 'extend #1 1h why=Test'];

test('what a new firewall policy left, and nobody could read, is kept or extended while that is no more than was requested', async () => {
  const { bot, see } = shortSighted();
  await bot.decided(`${create} ${why}`);
  const read = async (): Promise<readonly string[]> => {
    const said = [];
    for (const line of moves) {
      await bot.type('U0CORA', line);
      said.push(bot.said.at(-1)?.text ?? '');
    }
    return said;
  };
  for (const said of await read()) expect(said).toContain('can’t compare it');
  see();
  for (const said of await read()) expect(said).toContain('confirm');
  await firewall.update('de1', await created(), { ports: ['any'] });
  for (const said of await read()) expect(said).toContain('Somebody opened more there since');
});

test('what an enabled firewall policy left, and nobody could read, is neither kept nor extended', async () => {
  const { bot, see } = blindAfterChange(new Error('unreadable'));
  await bot.decided(`firewall intra enable de1 ${disabled} ${why}`);
  see();
  for (const line of moves) {
    await bot.type('U0CORA', line);
    expect(bot.said.at(-1)?.text).toContain('Skydesk couldn’t read what this opened');
  }
});

test('a firewall policy that somebody widened before it was active still has its end, and is neither kept nor extended', async () => {
  cloud.control.set({ firewallPendingMs: 60_000 });
  const bot = new InMemoryBot(cloud);
  await bot.decided(`${create} ${why}`);
  await firewall.update('de1', await created(), { ports: ['any'] });
  cloud.control.advance(180_000);
  await bot.pass(10);
  for (const line of moves) {
    await bot.type('U0CORA', line);
    expect(bot.said.at(-1)?.text).toContain('Somebody opened more there since');
  }
});

test('a new firewall policy that somebody widened before it was active has no Undo', async () => {
  cloud.control.set({ firewallPendingMs: 60_000 });
  const bot = new InMemoryBot(cloud);
  const { id } = await bot.decided(`${create} why="The shop"`);
  await firewall.update('de1', await created(), { ports: ['any'] });
  cloud.control.advance(180_000);
  await bot.pass(10);
  const [outcome] = (await bot.ports.changes.get(id))?.steps.map((step) => step.outcome) ?? [];
  expect([outcome?.kind, outcome?.undo]).toEqual(['done', undefined]);
});

const web = 'de1acmeweb04';
const addressOf = (...numbers: readonly number[]) => ({
  ports: numbers.map((port) => ({ protocol: 'TCP', port })),
  sourceRestrictions: [{ cidr: '198.51.100.0/24' }],
});

test.each([
  ['narrowed', [443], 'gone'],
  ['widened', [443, 8443, 22], 'overdue'],
])('a public IP that is %s before its first poll still has its end', async (_, ports, later) => {
  const bot = new InMemoryBot(cloud);
  const before = await publicAddresses(cloud, web);
  const id = await bot.type('U0ANA', `ip add ${web} tcp/443 tcp/8443 from=198.51.100.0/24 ${why}`);
  await bot.press('U0ANA', 'confirm', id);
  for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, id, 'approve');
  const [added = ''] = (await publicAddresses(cloud, web)).filter((one) => !before.includes(one));
  await publicIps.update(web, added, addressOf(...ports));
  await bot.pass(10);
  expect(bot.said.map(({ text }) => text).join()).toContain('Somebody changed it at the same moment');
  await bot.pass(70);
  const isGone = !(await publicAddresses(cloud, web)).includes(added);
  const isOverdue = bot.said.some(({ text }) => text.includes('Somebody opened more there'));
  expect({ isGone, isOverdue }).toEqual({ isGone: later === 'gone', isOverdue: later === 'overdue' });
});

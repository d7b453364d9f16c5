import { expect, test } from 'vitest';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* A change that touches two accounts needs permission in both. */

const cloud = await cloudOfFile(quick);

/** In ACDV Ana requests and Ben approves; in ACME Cora and Dora request, and Vic approves. Dora may request in both. */
const policy: Policy = {
  ...defaults,
  people: { read: ['*'], change: ['U0ANA', 'U0DORA'], approve: ['U0BEN', 'U0EVE'] },
  accounts: { ACME: { change: ['U0CORA', 'U0DORA'], approve: ['U0VIC', 'U0EVE'], production: false } },
};
const intoAcme =
  'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 account=ACDV peer=ACME why="the shop needs it"';

/** The answer to a person who types a line. */
async function typed(bot: InMemoryBot, person: string, line: string): Promise<string> {
  await bot.type(person, line);
  return bot.said.at(-1)?.text ?? '';
}

/** A request by Dora, with these votes. */
async function voted(bot: InMemoryBot, line: string, ...people: readonly string[]): Promise<string> {
  const id = await bot.type('U0DORA', line);
  await bot.press('U0DORA', 'confirm', id);
  for (const person of people) await bot.vote(person, id, person === 'U0DORA' ? 'breakGlass' : 'approve');
  return id;
}

test('a person who may change only one of the two accounts is refused, at either end', async () => {
  const bot = new InMemoryBot(cloud, policy);
  expect(await typed(bot, 'U0ANA', intoAcme)).toContain('You don’t have permission to make changes in ACME.');
  expect(await typed(bot, 'U0CORA', intoAcme)).toContain(
    'You don’t have permission to make changes in ACDV.',
  );
  expect(await typed(bot, 'U0DORA', intoAcme)).toContain(
    'Needs an approver for each account: ACDV and ACME.',
  );
});

test('a change that touches two accounts waits for an approver of each', async () => {
  const bot = new InMemoryBot(cloud, policy);
  const id = await voted(bot, intoAcme, 'U0ANA', 'U0BEN', 'U0EVE');
  const said = bot.said.map(({ text }) => text).join('\n');
  expect(said).toContain('You don’t have permission to review requests in ACDV or ACME.');
  expect(said).toContain('0 of 2 approved · needs an approver for ACDV and ACME');
  expect(said).toContain('1 of 2 approved by U0BEN · needs an approver for ACME');
  expect(bot.stateOf(id)?.status).toBe('running');
  expect(bot.changes()).toHaveLength(1);
});

test('two approvers of one account are not enough for two', async () => {
  const people = { ...policy.people, approve: ['U0BEN', 'U0FAY'] };
  const bot = new InMemoryBot(cloud, { ...policy, people });
  const id = await voted(bot, intoAcme, 'U0BEN', 'U0FAY');
  expect(bot.stateOf(id)?.status).toBe('open');
  await bot.vote('U0VIC', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('running');
});

test.each<[string, string[], Partial<Policy>, string]>([
  [
    'the requester may no longer change the other account',
    ['U0BEN', 'U0VIC'],
    { accounts: { ACME: { change: ['U0CORA'], approve: ['U0VIC'], production: false } } },
    'The requester can no longer make changes in ACME. Nothing was changed.',
  ],
  [
    'its approver may no longer approve in the other account',
    ['U0BEN', 'U0VIC'],
    { accounts: { ACME: { change: ['U0DORA'], approve: ['U0ZOE'], production: false } } },
    'Nobody who may approve in account ACME has approved. Nothing was changed.',
  ],
  [
    'the requester who used break-glass may no longer change the other account',
    ['U0DORA'],
    { accounts: { ACME: { change: ['U0CORA'], production: false } } },
    'The requester can no longer make changes in ACME. Nothing was changed.',
  ],
])('nothing runs when %s', async (_, people, meanwhile, why) => {
  const holds = { ...policy, breakGlass: { people: ['U0DORA'], reasonRequired: true } };
  const bot = new InMemoryBot(cloud, holds);
  const id = await voted(bot, `${intoAcme} starts=1h`, ...people);
  expect(bot.stateOf(id)?.status).toBe('approved');
  Object.assign(holds, meanwhile);
  await bot.pass(90);
  expect(bot.changes()).toEqual([]);
  expect(bot.said.map(({ text }) => text).join()).toContain(why);
});

test.each(['disable', 'delete'])(
  'a request to %s a rule into another account also needs an approver of that account',
  async (verb) => {
    const bot = new InMemoryBot(cloud, policy);
    await voted(bot, intoAcme, 'U0EVE', 'U0BEN');
    const rules = await connected(cloud).account('ACDV').crossFirewall.list('de1');
    const rule = rules.find(({ destinationAccount }) => destinationAccount.toUpperCase() === 'ACME');
    const line = `firewall ${verb} de1 ${rule?.id} account=ACDV why="not needed"`;
    expect(await typed(bot, 'U0ANA', line)).toContain('You don’t have permission to make changes in ACME.');
    const change = await bot.ports.changes.get(await voted(bot, line));
    expect(change?.approval?.accounts).toEqual(['ACDV', 'ACME']);
  },
);

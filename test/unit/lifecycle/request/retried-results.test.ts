import { expect, test } from 'vitest';
import { defaults } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/index.ts';

/* A retry opens access to an address only as long as it is the one that the step before it got. */

const cloud = await cloudOfFile(quick);
const { publicIps } = connected(cloud).account('ACME');
const [web, database, other] = ['de1acmeweb04', 'de1acmedb01', 'va1acmeapi02'];

const addressesOf = async (server: string): Promise<readonly string[]> =>
  (await publicIps.addresses(server)).flatMap((one) => one.public ?? []);

/** A bot whose policy wants an approval for this many points. */
const botWith = (minScore: number) =>
  new InMemoryBot(cloud, {
    risk: { points: defaults.risk.points, levels: [{ minScore, approvers: 1, ticket: false }] },
  });

/** The second call that adds a public IP fails. */
function failSecond(): void {
  const stop = cloud.follow(({ route }) => {
    if (route !== 'publicIps.add') return;
    stop();
    cloud.control.fail({ route: 'publicIps.add', status: 400 });
  });
}

/** A plan whose second step, which opens the database to the address from the first, has failed. */
async function halfDone(bot: InMemoryBot, options = ''): Promise<string> {
  failSecond();
  const steps = [
    `ip add ${web} tcp/443 from=198.51.100.0/24${options}`,
    `ip add ${database} tcp/5432 from=$1.address`,
  ];
  const id = await bot.type('U0ANA', `plan "${steps.join('\n')}" why="A new shop"`);
  await bot.press('U0ANA', 'confirm', id);
  await bot.vote('U0BEN', id, 'approve');
  await bot.pass(5);
  return id;
}

/** How the address of the first step gets lost. */
const losses: Readonly<Record<string, (bot: InMemoryBot, plan: string) => Promise<unknown>>> = {
  'was undone': async (bot, plan) => bot.press('U0BEN', 'confirm', await bot.press('U0BEN', 'undo', plan)),
  'has ended': (bot) => bot.pass(30),
  'was removed with Skydesk': async (bot) => {
    const [address] = await addressesOf(web);
    const removal = await bot.type('U0BEN', `ip remove ${web} ${address}`);
    await bot.press('U0BEN', 'confirm', removal);
  },
  'was removed outside': async () => {
    for (const address of await addressesOf(web)) await publicIps.remove(web, address);
  },
};

test.each(Object.keys(losses))(
  'an address that %s is not opened to by a retry that waited for approval',
  async (how) => {
    const bot = botWith(2);
    const plan = await halfDone(bot, how === 'has ended' ? ' ends=10m' : '');
    const retry = await bot.press('U0ANA', 'retryFailed', plan);
    await bot.press('U0ANA', 'confirm', retry);
    expect(bot.stateOf(retry)?.status).toBe('open');
    await losses[how]?.(bot, plan);
    await bot.pass(5);
    await publicIps.add(other, { ports: [{ protocol: 'TCP', port: 25 }] });
    await bot.vote('U0CORA', retry, 'approve');
    await bot.pass(5);
    expect(await addressesOf(database)).toEqual([]);
    expect(bot.stateOf(retry)?.status).toBe('outdated');
    expect(bot.said.map(({ text }) => text).join('\n')).toMatch(
      / isn’t the address of step 1 of #1 any more/,
    );
  },
);

test.each(Object.keys(losses))(
  'an address that %s is not opened to by a retry that is confirmed',
  async (how) => {
    const bot = botWith(4);
    const plan = await halfDone(bot, how === 'has ended' ? ' ends=10m' : '');
    const retry = await bot.press('U0ANA', 'retryFailed', plan);
    await losses[how]?.(bot, plan);
    await bot.pass(5);
    await bot.press('U0ANA', 'confirm', retry);
    await bot.pass(5);
    expect(await addressesOf(database)).toEqual([]);
  },
);

test('a retry of a retry keeps where its address comes from', async () => {
  const bot = botWith(4);
  const plan = await halfDone(bot);
  const first = await bot.press('U0ANA', 'retryFailed', plan);
  cloud.control.fail({ route: 'publicIps.add', status: 400 });
  await bot.press('U0ANA', 'confirm', first);
  await bot.pass(5);
  const second = await bot.press('U0ANA', 'retryFailed', first);
  await losses['was undone']?.(bot, plan);
  await bot.pass(5);
  await bot.press('U0ANA', 'confirm', second);
  await bot.pass(5);
  expect(await addressesOf(database)).toEqual([]);
});

test('an address that is still there is opened to', async () => {
  const bot = botWith(4);
  const retry = await bot.press('U0ANA', 'retryFailed', await halfDone(bot));
  expect(bot.said.at(-1)?.text).not.toContain('Edit');
  await bot.press('U0ANA', 'confirm', retry);
  await bot.pass(5);
  expect(await addressesOf(database)).toHaveLength(1);
});

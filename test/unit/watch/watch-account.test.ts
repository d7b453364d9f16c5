import { describe, expect, test } from 'vitest';
import { watchedKinds } from '../../../src/drift/watched-state.ts';
import { watchAccount } from '../../../src/watch/watch-account.ts';
import { InMemoryBot } from '../../harness/in-memory-bot.ts';
import { quick } from '../../harness/index.ts';
import { cloudOfFile, connected } from '../local-cloud.ts';

/* A watch over the emulator: what it concludes, and of what it concludes nothing. */

const cloud = await cloudOfFile(quick);
const minute = 60_000;
const account = 'ACME';

const service = () => connected(cloud).account(account);
const policies = () =>
  cloud.control
    .state()
    .localFirewalls.filter((policy) => policy.account === account && policy.location === 'de1');
const watched = () => new InMemoryBot(cloud, { watch: { accounts: [account], everyMinutes: 15 } });

/** Another watch, a while later. */
async function again(bot: InMemoryBot): Promise<void> {
  bot.later(16 * minute);
  await bot.sweep();
}

/** All that was found so far, by who made it. */
const madeBy = async (bot: InMemoryBot) =>
  (await bot.findings()).flatMap(({ findings }) => findings.map(({ by }) => by.kind));

async function disableFirst(): Promise<void> {
  const [policy] = policies();
  await service().firewall.update('de1', policy?.id ?? '', { enabled: !policy?.enabled });
}

test('the first snapshot finds nothing, and one of an account that nothing has changed doesn’t either', async () => {
  const bot = watched();
  await bot.sweep();
  await again(bot);
  const heads = await bot.ports.watches.heads(account);
  expect(heads.map(({ kind, version }) => [kind, version])).toEqual(
    watchedKinds.toSorted().map((kind) => [kind, 2]),
  );
  expect(await bot.findings()).toEqual([]);
});

test('what somebody changes is found once, between the two times of reading', async () => {
  const bot = watched();
  const first = bot.now();
  await bot.sweep();
  await disableFirst();
  await again(bot);
  await again(bot);
  const found = await bot.findings();
  expect(found).toMatchObject([{ from: first, to: first + 16 * minute, kind: 'firewall inside' }]);
  expect(await madeBy(bot)).toEqual(['outside']);
});

describe('a kind that can’t be read', () => {
  test('is said to be so, and nothing is concluded of it, also not from half of it', async () => {
    const bot = watched();
    await bot.sweep();
    await disableFirst();
    cloud.control.fail({ route: 'localFirewalls.list', times: 20 });
    bot.later(16 * minute);
    const failedAt = bot.now();
    await bot.sweep();
    expect(await bot.findings()).toEqual([]);
    const failures = (await bot.ports.watches.heads(account)).flatMap(({ kind, failure }) =>
      failure ? [[kind, failure.since]] : [],
    );
    expect(failures).toEqual([['firewall inside', failedAt]]);
    cloud.control.reset();
  });

  test('is compared with what it was before, once it can be read', async () => {
    const bot = watched();
    await bot.sweep();
    cloud.control.fail({ route: 'alertPolicies.list', times: 3 });
    await again(bot);
    const [policy] = await service().alertPolicies.list();
    await service().alertPolicies.delete(policy?.id ?? '');
    await again(bot);
    expect(await madeBy(bot)).toEqual(['outside']);
    expect((await bot.ports.watches.heads(account)).filter(({ failure }) => failure)).toEqual([]);
  });
});

test('a table that was restored to yesterday concludes nothing from what it has forgotten', async () => {
  const bot = watched();
  await bot.sweep();
  const yesterday = structuredClone([...bot.memory.items]);
  bot.later(24 * 60 * minute);
  await disableFirst();
  bot.memory.items.clear();
  for (const [key, item] of yesterday) bot.memory.items.set(key, item);
  const deps = { ...bot.ports, restoredAt: bot.now() };
  bot.later(16 * minute);
  await watchAccount(account, watchedKinds, deps);
  expect(await bot.findings()).toEqual([]);
  // What is changed from then on is found.
  await disableFirst();
  bot.later(16 * minute);
  await watchAccount(account, watchedKinds, deps);
  expect(await madeBy(bot)).toEqual(['outside']);
});

test('an edit while a watch reads is found by that watch or the next, once', async () => {
  const bot = watched();
  await bot.sweep();
  const { ports } = bot;
  const [policy] = policies();
  let edits = 0;
  bot.later(16 * minute);
  const during = {
    ...ports,
    service: {
      account(alias: string) {
        const own = connected(cloud).account(alias);
        const list: typeof own.firewall.list = async (...asked) => {
          edits += 1;
          if (edits === 2) await own.firewall.delete('de1', policy?.id ?? '');
          return own.firewall.list(...asked);
        };
        return { ...own, firewall: { ...own.firewall, list } };
      },
    },
  };
  await watchAccount(account, watchedKinds, during);
  await again(bot);
  expect(await madeBy(bot)).toEqual(['outside']);
});

test('a step that ran while a watch read is concluded by the next one, as Skydesk’s', async () => {
  const bot = watched();
  await bot.sweep();
  const [alert] = await service().alertPolicies.list();
  bot.later(16 * minute);
  const during = {
    ...bot.ports,
    service: {
      account(alias: string) {
        const own = connected(cloud).account(alias);
        const list: typeof own.alertPolicies.list = async () => {
          const id = await bot.type('U0ANA', `alert update ${alert?.id} cpu=85`);
          await bot.press('U0ANA', 'confirm', id);
          return own.alertPolicies.list();
        };
        return { ...own, alertPolicies: { ...own.alertPolicies, list } };
      },
    },
  };
  await watchAccount(account, ['alert policy'], during);
  expect(await madeBy(bot)).toEqual([]);
  await again(bot);
  expect(await madeBy(bot)).toEqual(['skydesk']);
});

test('what was done before a step that still runs there is concluded with it, and blamed on nobody else', async () => {
  const bot = watched();
  const first = bot.now();
  await bot.sweep();
  const [alert] = await service().alertPolicies.list();
  const update = async (words: string): Promise<void> => {
    const id = await bot.type('U0ANA', `alert update ${alert?.id} ${words}`);
    await bot.press('U0ANA', 'confirm', id);
  };
  await update('cpu=85');
  const during = {
    ...bot.ports,
    service: {
      account: (alias: string) => {
        const own = connected(cloud).account(alias);
        const list: typeof own.alertPolicies.list = async () => {
          await update('memory=85');
          return own.alertPolicies.list();
        };
        return { ...own, alertPolicies: { ...own.alertPolicies, list } };
      },
    },
  };
  await watchAccount(account, ['alert policy'], during);
  expect(await madeBy(bot)).toEqual([]);
  await again(bot);
  expect(await madeBy(bot)).toEqual(['skydesk']);
  expect(await bot.findings()).toMatchObject([{ from: first }]);
  expect((await bot.ports.watches.heads(account)).filter(({ waiting }) => waiting)).toEqual([]);
});

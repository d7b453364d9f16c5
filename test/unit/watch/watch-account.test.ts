import { describe, expect, test } from 'vitest';
import { watchedKinds } from '../../../src/drift/watched-state.ts';
import { watchAccount } from '../../../src/watch/watch-account.ts';
import type { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { again, watchedCloud } from './watched.ts';

/* A watch over the emulator: its findings, and when it finds nothing. */

const { cloud, account, watched, deleteAlert } = await watchedCloud();
const minute = 60_000;
/** Whatever was read before is due. */
const all = { before: Number.POSITIVE_INFINITY };

/** The policies within DE1, as the cloud has them. */
const policies = () =>
  cloud.control
    .state()
    .localFirewalls.filter((policy) => policy.account === 'ACME' && policy.location === 'de1');

/** The kind of author of each finding so far. */
const madeBy = async (bot: InMemoryBot) =>
  (await bot.findings()).flatMap(({ findings }) => findings.map(({ by }) => by.kind));

async function toggleFirst(): Promise<void> {
  const [policy] = policies();
  await account.firewall.update('de1', policy?.id ?? '', { enabled: !policy?.enabled });
}

/** The dependencies of a watch, if this happens while it reads alert policies, or the firewall policies of the second data center. */
function readingWhile(
  bot: InMemoryBot,
  { alerts, policies }: Partial<Record<'alerts' | 'policies', () => Promise<unknown>>>,
) {
  let lists = 0;
  const { alertPolicies, firewall } = account;
  const read: typeof account = {
    ...account,
    alertPolicies: {
      ...alertPolicies,
      async list() {
        await alerts?.();
        return alertPolicies.list();
      },
    },
    firewall: {
      ...firewall,
      async list(...asked) {
        lists += 1;
        if (lists === 2) await policies?.();
        return firewall.list(...asked);
      },
    },
  };
  return { ...bot.ports, service: { account: () => read } };
}

test('the first snapshot finds nothing, and neither does one of an unchanged account', async () => {
  const bot = await watched();
  await again(bot);
  const heads = await bot.ports.watches.heads('ACME');
  expect(heads.map(({ kind, version }) => [kind, version])).toEqual(
    watchedKinds.toSorted().map((kind) => [kind, 2]),
  );
  expect(await bot.findings()).toEqual([]);
});

test('an outside change is found once, between the times of two snapshots', async () => {
  const bot = await watched();
  const first = bot.now();
  await toggleFirst();
  await again(bot);
  await again(bot);
  const found = await bot.findings();
  expect(found).toMatchObject([{ from: first, to: first + 16 * minute, kind: 'firewall inside' }]);
  expect(await madeBy(bot)).toEqual(['outside']);
});

describe('a kind that can’t be read', () => {
  test('is reported, and nothing is concluded from a part of it', async () => {
    const bot = await watched();
    await toggleFirst();
    cloud.control.fail({ route: 'localFirewalls.list', times: 20 });
    bot.later(16 * minute);
    const failedAt = bot.now();
    await bot.sweep();
    expect(await bot.findings()).toEqual([]);
    const failures = (await bot.ports.watches.heads('ACME')).flatMap(({ kind, failure }) =>
      failure ? [[kind, failure.since]] : [],
    );
    expect(failures).toEqual([['firewall inside', failedAt]]);
    cloud.control.reset();
  });

  test('is compared with its last snapshot once it can be read', async () => {
    const bot = await watched();
    cloud.control.fail({ route: 'alertPolicies.list', times: 3 });
    await again(bot);
    await deleteAlert();
    await again(bot);
    expect(await madeBy(bot)).toEqual(['outside']);
    expect((await bot.ports.watches.heads('ACME')).filter(({ failure }) => failure)).toEqual([]);
  });
});

test('a table that was restored to yesterday finds nothing in what it has forgotten', async () => {
  const bot = await watched();
  const yesterday = structuredClone([...bot.memory.items]);
  bot.later(24 * 60 * minute);
  await toggleFirst();
  bot.memory.items.clear();
  for (const [key, item] of yesterday) bot.memory.items.set(key, item);
  const deps = { ...bot.ports, restoredAt: bot.now() };
  bot.later(16 * minute);
  await watchAccount('ACME', all, deps);
  expect(await bot.findings()).toEqual([]);
  // Later changes are found.
  await toggleFirst();
  bot.later(16 * minute);
  await watchAccount('ACME', all, deps);
  expect(await madeBy(bot)).toEqual(['outside']);
});

test('an edit while a watch reads is found by that watch or the next, once', async () => {
  const bot = await watched();
  const [policy] = policies();
  bot.later(16 * minute);
  const during = readingWhile(bot, { policies: () => account.firewall.delete('de1', policy?.id ?? '') });
  await watchAccount('ACME', all, during);
  await again(bot);
  expect(await madeBy(bot)).toEqual(['outside']);
});

/** Ana updates the first alert policy. */
async function updateFirst(bot: InMemoryBot, words: string): Promise<void> {
  const [alert] = await account.alertPolicies.list();
  await bot.press('U0ANA', 'confirm', await bot.type('U0ANA', `alert update ${alert?.id} ${words}`));
}

test('a step that ran while a watch read is found by the next one, as Skydesk’s', async () => {
  const bot = await watched();
  bot.later(16 * minute);
  const during = readingWhile(bot, { alerts: () => updateFirst(bot, 'cpu=85') });
  await watchAccount('ACME', { ...all, kinds: ['alert policy'] }, during);
  expect(await madeBy(bot)).toEqual([]);
  await again(bot);
  expect(await madeBy(bot)).toEqual(['skydesk']);
});

test('a change before a step that still runs is found together with the step, as Skydesk’s', async () => {
  const bot = await watched();
  const first = bot.now();
  await updateFirst(bot, 'cpu=85');
  const during = readingWhile(bot, { alerts: () => updateFirst(bot, 'memory=85') });
  await watchAccount('ACME', { ...all, kinds: ['alert policy'] }, during);
  expect(await madeBy(bot)).toEqual([]);
  await again(bot);
  expect(await madeBy(bot)).toEqual(['skydesk']);
  expect(await bot.findings()).toMatchObject([{ from: first }]);
  expect((await bot.ports.watches.heads('ACME')).filter(({ waiting }) => waiting)).toEqual([]);
});

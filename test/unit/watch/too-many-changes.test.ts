import { expect, test } from 'vitest';
import type { FirewallPolicy } from '../../../src/cloud/index.ts';
import { outsideChanges } from '../../../src/home/outside-section.ts';
import type { Policy } from '../../../src/policy/policy.ts';
import { textOf } from '../../support/answer-text.ts';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connected, connectedWith, notConnected } from '../../support/in-memory/local-cloud.ts';
import { answerOf, contextOf } from '../../support/in-memory/run-line.ts';
import { again, inChannel } from './watched.ts';

/* More changes at once than are stored: openings come first, and everything that lists changes counts those that it lacks. */

const cloud = await cloudOfFile();
const hour = 60 * 60_000;
const watch = {
  accounts: ['ACME'],
  everyMinutes: 15,
  digest: { at: '09:00', timeZone: 'UTC' },
} satisfies Policy['watch'];

const policyOf = (id: string, more: Partial<FirewallPolicy> = {}): FirewallPolicy => ({
  ...{ id, status: 'active', enabled: false, destinationAccount: 'ACME', links: [] },
  ...{ source: ['10.1.0.0/24'], destination: ['10.95.131.0/24'], ports: ['tcp/443'], ...more },
});
const harmless = (count: number) =>
  Array.from({ length: count }, (_, at) => policyOf(`a${String(at).padStart(4, '0')}`));
/** The id that sorts last. */
const opened = policyOf('z0000000', { enabled: true, source: ['0.0.0.0/0'], ports: ['any'] });

/** A bot whose account gets these policies in DE1 outside Skydesk, in place of all others, and notices it. */
async function afterwards(policies: readonly FirewallPolicy[]) {
  let present: readonly FirewallPolicy[] = [];
  const list = async (dc: string) => (dc === 'de1' ? [...present] : []);
  const bot = new InMemoryBot(
    cloud,
    { watch },
    connectedWith(cloud, () => ({ firewall: { list } })),
  );
  await bot.sweep();
  present = policies;
  await again(bot);
  return bot;
}

/** What people read about changes: the card, the answer of `changed` and its file, the Home tab, and the digest. */
async function said(bot: InMemoryBot) {
  const card = inChannel(bot).join();
  const { watches, policy, clock } = bot.ports;
  let file = '';
  const context = contextOf(notConnected, {
    ...{ watches, clock, watching: watch },
    send: async ({ content }) => {
      file = content;
    },
  });
  const list = textOf(await answerOf('changed', context));
  const login = await connected(cloud).login();
  const ana = { id: 'U0ANA', groups: [] };
  const home = textOf(await outsideChanges(ana, { login }, { ...bot.ports, watches, policy, clock }));
  bot.later(9 * hour);
  await bot.sweep();
  const digest = inChannel(bot)
    .filter((text) => text.includes('since'))
    .join();
  return { card, list, home, digest, file };
}

test('an opening among many changes is named first, and all that is not stored is counted', async () => {
  const found = await afterwards([...harmless(520), opened]);
  const { card, list, home, digest, file } = await said(found);
  for (const text of [card, list, home, file]) expect(text).toContain('z0000000');
  for (const text of [card, list, home, file, digest])
    expect(text).toContain('21 more changes aren’t listed');
});

test('openings that are not stored are counted as such', async () => {
  const many = Array.from({ length: 503 }, (_, at) =>
    policyOf(`a${String(at).padStart(4, '0')}`, {
      enabled: true,
      source: [`10.${at >> 8}.${at & 255}.0/24`],
    }),
  );
  const { card } = await said(await afterwards([policyOf('harmless'), ...many]));
  expect(card).toContain('4 more changes aren’t listed, 3 openings among them: too many at once.');
});

test('a digest is posted for what is not stored, even if all that is stored is over or was posted', async () => {
  const found = await afterwards(
    Array.from({ length: 501 }, (_, at) =>
      policyOf(`a${String(at).padStart(4, '0')}`, {
        enabled: true,
        source: [`10.${at >> 8}.${at & 255}.0/24`],
      }),
    ),
  );
  const { digest } = await said(found);
  expect(digest).toContain('What changed in ACME isn’t known');
  expect(digest).toContain('1 more change isn’t listed');
});

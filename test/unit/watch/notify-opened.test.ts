import { expect, test } from 'vitest';
import { notifyOpened } from '../../../src/watch/notify-opened.ts';
import { watchAccount } from '../../../src/watch/watch-account.ts';
import type { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { again, inChannel, watchedCloud } from './watched.ts';

/* New traffic that was opened outside Skydesk is reported to the channel at once, in one card. */

const { account, watched, firstEnabled, opens, disable, deleteAlert } = await watchedCloud();
const minute = 60_000;

/** Skydesk runs this, approved by Ben. */
async function change(bot: InMemoryBot, line: string): Promise<void> {
  const id = await bot.type('U0ANA', `${line} why="Nightly backup"`);
  await bot.press('U0ANA', 'confirm', id);
  await bot.vote('U0BEN', id, 'approve');
  // Its first poll comes two seconds later.
  bot.later(3_000);
  await bot.settled();
}

test('an opening is reported once, with Put It Back, and not again on quiet runs', async () => {
  const bot = await watched();
  await opens('10.1.0.0/24');
  await again(bot);
  const [card = '', ...more] = inChannel(bot);
  expect(card).toContain(
    'Opened outside Skydesk in ACME: 256 addresses gain access to 256 addresses in DE1 on SSH',
  );
  expect(card).toContain(
    '256 addresses (10.1.0.0/24) gain access to 256 addresses (10.95.131.0/24) in DE1 on SSH (22).',
  );
  expect(card).toContain('Put It Back');
  expect(more).toEqual([]);
  const { length } = bot.said;
  await again(bot);
  expect(bot.said).toHaveLength(length);
});

test('a closing, or a change that opens no traffic, is not reported at once', async () => {
  const bot = await watched();
  await disable();
  await deleteAlert();
  await again(bot);
  expect((await bot.findings()).length).toBe(2);
  expect(inChannel(bot)).toEqual([]);
});

test('an opening by Skydesk is not reported', async () => {
  const bot = await watched();
  await change(bot, 'firewall intra create de1 tcp/22 source=10.1.0.0/24 destination=10.95.131.0/24');
  await again(bot);
  expect((await bot.findings()).flatMap(({ findings }) => findings.map(({ by }) => by.kind))).toEqual([
    'skydesk',
  ]);
  expect(inChannel(bot).filter((text) => text.includes('outside'))).toEqual([]);
});

test('an opening right after a change by Skydesk is reported without what Skydesk opened', async () => {
  const bot = await watched();
  const { firewall } = account;
  const { id = '' } = (await firstEnabled()) ?? {};
  await change(bot, `firewall intra update de1 ${id} tcp/5433`);
  await firewall.update('de1', id, { ports: ['tcp/22', 'tcp/5433'] });
  await again(bot);
  const [card = ''] = inChannel(bot).filter((text) => text.includes('Opened outside Skydesk'));
  expect(card).toMatch(/gain access to [^.]* \([^)]*\) in DE1 on SSH \(22\)\./);
  expect(card).not.toContain('5433 and');
  expect(card).toContain(`firewall intra update de1 ${id} tcp/5433`);
});

test('a change of a policy that Skydesk has just created is a possible opening, and can’t be put back', async () => {
  const bot = await watched();
  await change(bot, 'firewall intra create de1 tcp/22 source=10.1.0.0/24 destination=10.95.131.0/24');
  const { firewall } = account;
  const [{ id } = { id: '' }] = (await firewall.list('de1')).filter(({ source }) =>
    source.includes('10.1.0.0/24'),
  );
  await firewall.update('de1', id, { source: ['10.0.0.0/8'] });
  await again(bot);
  const [card = ''] = inChannel(bot).filter((text) => text.includes('outside Skydesk'));
  expect(card).toContain('Possibly opened outside Skydesk in ACME: 16,777,216 addresses gain access');
  expect(card).toContain('outside Skydesk, after #1 U0ANA (it isn’t known what that left)');
  expect(card).toContain('Adopt…');
  expect(card).not.toContain('Put It Back');
});

test('an opening of access that Skydesk has just closed is reported', async () => {
  const bot = await watched();
  const { firewall } = account;
  const policy = await firstEnabled();
  const { id = '', source = [], destination = [], ports = [], destinationAccount = '' } = policy ?? {};
  await change(bot, `firewall intra disable de1 ${id}`);
  await firewall.create('de1', { source, destination, ports, destinationAccount });
  await again(bot);
  expect(inChannel(bot).filter((text) => text.includes('Opened outside Skydesk'))).toHaveLength(1);
});

test('many openings of one run are one card, which names a few and counts the others', async () => {
  const bot = await watched({ channel: '#network' });
  for (let at = 0; at < 8; at += 1) await opens(`10.${at + 1}.0.0/24`);
  await again(bot);
  const [card = '', ...more] = inChannel(bot, '#network');
  expect(more).toEqual([]);
  expect(card.match(/Put It Back/g)).toHaveLength(5);
  expect(card).toContain('And 3 more.');
  // A later run has its own card.
  await opens('10.9.0.0/24');
  await again(bot);
  expect(inChannel(bot, '#network')).toHaveLength(2);
});

test('each card marks its reverted openings, until all of them are reverted', async () => {
  const bot = await watched();
  const { id } = await opens('10.1.0.0/24');
  await again(bot);
  await opens('10.2.0.0/24');
  await again(bot);
  await account.firewall.delete('de1', id);
  await again(bot);
  const [first = '', second = ''] = inChannel(bot);
  expect(first).toContain('no longer current');
  expect(first).not.toContain('Put It Back');
  expect(second).toContain('Put It Back');
  await again(bot);
  expect((await bot.ports.watches.messages('ACME'))?.cards).toHaveLength(1);
});

test('an opening that only reverts an outside closing is not reported', async () => {
  const bot = await watched();
  const policy = await firstEnabled();
  for (const enabled of [false, true]) {
    await account.firewall.update('de1', policy?.id ?? '', { enabled });
    await again(bot);
  }
  expect(inChannel(bot)).toEqual([]);
});

test('a report that Slack doesn’t take is sent after a later run', async () => {
  const bot = await watched();
  await opens('10.1.0.0/24');
  bot.begin({ of: 'slack', from: 1, calls: 1, performed: false });
  await again(bot);
  expect(inChannel(bot)).toEqual([]);
  await again(bot);
  expect(inChannel(bot)).toHaveLength(1);
});

test('an opening is reported in another card if Slack doesn’t take the edit of the first', async () => {
  const bot = await watched();
  await opens('10.1.0.0/24');
  await again(bot);
  await opens('10.2.0.0/24');
  bot.later(5 * minute);
  const { messenger } = bot.ports;
  await watchAccount('ACME', { before: bot.now() }, bot.ports);
  await notifyOpened('ACME', { ...bot.ports, messenger: { ...messenger, edit: async () => undefined } });
  expect(inChannel(bot)).toHaveLength(1);
  await again(bot);
  expect(inChannel(bot)).toHaveLength(2);
  expect(inChannel(bot)[1]).toContain('10.2.0.0/24');
});

test('a card that Slack never lets edit is posted again once', async () => {
  const bot = await watched();
  const { id } = await opens('10.1.0.0/24');
  const other = await opens('10.2.0.0/24');
  await again(bot);
  bot.refusesEdits = true;
  await account.firewall.delete('de1', id);
  await again(bot);
  await account.firewall.delete('de1', other.id);
  await again(bot);
  expect(inChannel(bot)).toHaveLength(2);
});

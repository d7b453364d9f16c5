import { expect, test } from 'vitest';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { outside } from '../../support/in-memory/local-cloud.ts';
import { oddCloudOfFile } from '../../support/in-memory/odd-cloud.ts';
import { quick } from '../../support/index.ts';
import { again, inChannel } from './watched.ts';

/* A watch of resources of which a part can't be read: it goes on with the others, and concludes nothing of these. */

type Fields = Record<string, unknown>;
const { cloud, make, empty, plain } = await oddCloudOfFile(quick);
const account = outside(cloud);

const policy = '195f2e21b90087a4b3313bc144204857';
async function watched(): Promise<InMemoryBot> {
  const bot = new InMemoryBot(cloud, { watch: { accounts: ['ACME'], everyMinutes: 15 } });
  await bot.sweep();
  return bot;
}
const found = async (bot: InMemoryBot) =>
  (await bot.findings()).flatMap(({ findings }) =>
    findings.map(({ subject, by }) => `${subject.id?.slice(0, 8)} ${by.kind}`),
  );
const unreadIn = async (bot: InMemoryBot) =>
  (await bot.ports.watches.heads('ACME')).flatMap(({ kind, unread, failure }) =>
    failure ? [`${kind} failed`] : (unread?.resources.map(({ parts }) => `${kind}: ${parts.join()}`) ?? []),
  );
async function answerOf(bot: InMemoryBot, line: string): Promise<string> {
  const before = bot.said.length;
  await bot.type('U0ANA', line);
  return bot.said
    .slice(before)
    .map(({ text }) => text)
    .join('\n');
}
/** Another policy of DE1, so that something is found beside the odd one. */
async function toggleOther(): Promise<string> {
  const other = (await account.firewall.list('de1')).find(({ id }) => id !== policy);
  await account.firewall.update('de1', other?.id ?? '', { enabled: !other?.enabled });
  return other?.id.slice(0, 8) ?? '';
}

test.each<[what: string, over: Fields, unread: string]>([
  [policy, { source: null }, 'firewall inside: source'],
  [policy, { enabled: undefined }, 'firewall inside: enabled'],
  [policy, { id: 7 }, 'firewall inside: id'],
  ['Disk 80', { actions: [{ action: 'webhook', settings: {} }] }, 'alert policy: actions[0].action'],
  ['publicIPAddresses/203.0.113.10', { ports: null }, 'public address: ports'],
  [
    'publicIPAddresses/203.0.113.10',
    { ports: 'x', sourceRestrictions: 7 },
    'public address: ports,sourceRestrictions',
  ],
])('a watch of %s with %j finds what changed elsewhere, and nothing of that', async (what, over, unread) => {
  const bot = await watched();
  make(what, over);
  const other = await toggleOther();
  await again(bot);
  expect(await found(bot)).toEqual([`${other} outside`]);
  expect(await unreadIn(bot)).toEqual([unread]);
  plain();
  await again(bot);
  expect(await found(bot)).toEqual([`${other} outside`]);
  expect(await unreadIn(bot)).toEqual([]);
});

test('a list of one data center that can’t be read is named, and the others are watched', async () => {
  const bot = await watched();
  empty(/\/firewallPolicies\/ACME\/va1/i);
  const other = await toggleOther();
  await again(bot);
  expect(await found(bot)).toEqual([`${other} outside`]);
  expect(await unreadIn(bot)).toEqual(['firewall inside: ']);
});

test('what others changed meanwhile is found once it can be read', async () => {
  const bot = await watched();
  make(policy, { ports: null });
  await account.firewall.update('de1', policy, { enabled: false });
  await again(bot);
  await again(bot);
  expect(await found(bot)).toEqual([]);
  plain();
  await again(bot);
  expect(await found(bot)).toEqual([`${policy.slice(0, 8)} outside`]);
});

test('what Skydesk changed meanwhile is still its own', async () => {
  const bot = await watched();
  make(policy, { source: null });
  await bot.decided(`firewall intra disable de1 ${policy} why="Planned work"`);
  await again(bot);
  await again(bot);
  plain();
  await again(bot);
  expect(await found(bot)).toEqual([`${policy.slice(0, 8)} skydesk`]);
});

test('what the first snapshot couldn’t read is not new later', async () => {
  make(policy, { source: null });
  const bot = await watched();
  await again(bot);
  plain();
  await again(bot);
  expect(await found(bot)).toEqual([]);
  await account.firewall.update('de1', policy, { enabled: false });
  await again(bot);
  expect(await found(bot)).toEqual([`${policy.slice(0, 8)} outside`]);
});

test('changed names what couldn’t be read', async () => {
  const bot = await watched();
  make(policy, { source: null, ports: 7 });
  await again(bot);
  expect(await answerOf(bot, 'changed')).toContain(
    'Firewall policies inside data centers: 1 couldn’t be read (195f2e21 in DE1: source and ports) since',
  );
});

test('a new policy with ports that nobody can read is posted as one that may allow anything', async () => {
  const bot = await watched();
  const { id } = await account.firewall.create('de1', {
    ...{ source: ['10.0.0.0/24'], destination: ['10.95.131.0/24'], ports: ['tcp/443'] },
    destinationAccount: 'ACME',
  });
  make(id, { ports: ['foo/12'] });
  await again(bot);
  const [card] = inChannel(bot).filter((text) => text.includes('pened outside Skydesk'));
  expect(card).toContain(
    '256 addresses (10.0.0.0/24) gain access to 256 addresses (10.95.131.0/24) in DE1 on foo/12.',
  );
  expect(card).toContain('It has ports “foo/12” that Skydesk can’t read, so this may be any access.');
});

test('an opening that a policy with a source which nobody can read may have allowed is still one', async () => {
  make(policy, { source: ['web'], ports: ['any'], destination: ['10.95.131.0/24'] });
  const bot = await watched();
  await account.firewall.create('de1', {
    ...{ source: ['10.0.0.0/24'], destination: ['10.95.131.0/24'], ports: ['tcp/443'] },
    destinationAccount: 'ACME',
  });
  await again(bot);
  expect(inChannel(bot).join()).toContain('pened outside Skydesk');
});

test('the digest of a day without a change says that not all is known', async () => {
  const digest = { at: '09:00', timeZone: 'Europe/Berlin' };
  const bot = new InMemoryBot(cloud, { watch: { accounts: ['ACME'], everyMinutes: 240, digest } });
  await bot.sweep();
  make(policy, { source: null });
  for (let half = 0; half < 2 * 36; half += 1) {
    bot.later(30 * 60_000);
    await bot.sweep();
  }
  const [message] = inChannel(bot);
  expect(message).toContain('Not all that changed in ACME is known');
  expect(message).toContain('1 couldn’t be read (195f2e21 in DE1: source) since');
});

const server = 'de1acmeweb01';
const address = '203.0.113.10';

test.each<[what: string, over: Fields, unread: readonly string[]]>([
  ['without an id', { id: 7 }, ['public address: id', 'autoscale policy on server: id']],
  ['without its addresses', { details: { ipAddresses: null } }, ['public address: details.ipAddresses']],
  ['without details', { details: undefined }, ['public address: details.ipAddresses']],
  [
    'in an unknown state, without details',
    { status: 'resting', details: null },
    ['public address: details.ipAddresses'],
  ],
])('a server %s keeps its public IPs, and is named', async (_, over, unread) => {
  const bot = await watched();
  make(server, over);
  await again(bot);
  expect(await found(bot)).toEqual([]);
  expect(await unreadIn(bot)).toEqual(expect.arrayContaining([...unread]));
  plain();
  await again(bot);
  expect(await found(bot)).toEqual([]);
});

test('a server whose state is spelled otherwise is watched', async () => {
  const bot = await watched();
  make(server, { status: 'Active' });
  await account.publicIps.update(server, address, { ports: [{ protocol: 'TCP', port: 8443 }] });
  await again(bot);
  expect(await found(bot)).toEqual(['undefined outside']);
});

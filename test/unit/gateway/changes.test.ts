import { expect, test } from 'vitest';
import { gatewayOfFile } from '../../support/gateway.ts';
import { InMemoryBot } from '../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../support/in-memory/local-cloud.ts';

/* Changes that people make through the gateway, until they are applied at the stand-in for DigitalOcean. */

const unused = await cloudOfFile();
const gateway = await gatewayOfFile();
const ana = 'U0ANA';

const newBot = () => new InMemoryBot(unused, {}, gateway.service());
const lastSaid = (bot: InMemoryBot): string => bot.said.at(-1)?.text ?? '';
const statusOf = (bot: InMemoryBot, id: string): string | undefined => bot.stateOf(id)?.status;

/** Types a line as Ana, and confirms it. Resolves to the id of the change. */
async function confirmed(bot: InMemoryBot, line: string): Promise<string> {
  const id = await bot.type(ana, line);
  await bot.press(ana, 'confirm', id);
  await bot.pass(5);
  return id;
}

const list = () => gateway.service().account('OCEAN').firewall.list('fra1');

/** The policy that `opening` makes. */
const ownPolicy = async () => (await list()).find(({ ports }) => ports[0] === 'tcp/5432');

const opening =
  'firewall intra create fra1 tcp/5432 source=10.10.0.2/32 destination=10.10.0.3/32 why="the shop"';

test('an approved firewall policy is in force, is read as it was approved, and can be deleted again', async () => {
  const bot = newBot();
  const { id } = await bot.decided(opening);
  // DigitalOcean takes a moment.
  await bot.pass(5);
  expect(statusOf(bot, id)).toBe('done');
  const { firewalls } = gateway.provider.world;
  expect(firewalls).toHaveLength(2);
  expect(firewalls[1]).toMatchObject({
    inbound_rules: [{ protocol: 'tcp', ports: '5432', sources: { addresses: ['10.10.0.2/32'] } }],
    droplet_ids: [3164495],
    tags: [],
    outbound_rules: [],
  });
  const own = await ownPolicy();
  expect(own).toMatchObject({ source: ['10.10.0.2/32'], destination: ['10.10.0.3/32'], status: 'active' });
  const deletion = await bot.decided(`firewall intra delete fra1 ${own?.id} why="over"`);
  expect(statusOf(bot, deletion.id)).toBe('done');
  expect(gateway.provider.world.firewalls).toHaveLength(1);
});

test('an opening that ends by itself is closed at DigitalOcean', async () => {
  const bot = newBot();
  await bot.decided(`${opening} ends=1h`);
  expect(gateway.provider.world.firewalls).toHaveLength(2);
  gateway.later(70 * 60_000);
  await bot.pass(70);
  expect(gateway.provider.world.firewalls).toHaveLength(1);
});

test('the last firewall of a server stays, and people hear it before anybody approves', async () => {
  const bot = newBot();
  await bot.decided(opening);
  const own = await ownPolicy();
  // Somebody takes the base firewall away at DigitalOcean.
  gateway.provider.world.firewalls.shift();
  gateway.later(3_000);
  await bot.type(ana, `firewall intra delete fra1 ${own?.id} why="over"`);
  expect(lastSaid(bot)).toContain('WEB-02-3164495 has no firewall of your own');
  expect(gateway.provider.world.firewalls).toHaveLength(1);
});

test('a firewall policy that was made here can be narrowed, and not disabled', async () => {
  const bot = newBot();
  await bot.decided(opening);
  const own = await ownPolicy();
  gateway.later(3_000);
  const update = await bot.decided(`firewall intra update fra1 ${own?.id} udp/53 why="less"`);
  expect(statusOf(bot, update.id)).toBe('done');
  gateway.later(3_000);
  expect((await list()).find(({ id }) => id === own?.id)).toMatchObject({ ports: ['udp/53'] });
  await bot.type(ana, `firewall intra disable fra1 ${own?.id} why="off"`);
  expect(lastSaid(bot)).toContain('At DigitalOcean a firewall can’t be disabled.');
});

test('an alert policy is created, assigned to several servers, and undone, by one tag', async () => {
  const bot = newBot();
  await confirmed(bot, 'alert create "CPU 85" cpu=85 for=10m to=ops@example.com');
  const { world } = gateway.provider;
  const made = world.policies.at(-1);
  expect(made).toMatchObject({
    type: 'v1/insights/droplet/cpu',
    description: 'CPU 85',
    compare: 'GreaterThan',
    value: 85,
    window: '10m',
    entities: [],
    alerts: { email: ['ops@example.com'], slack: [] },
    enabled: true,
  });
  gateway.later(3_000);
  const id = await confirmed(bot, 'alert assign "CPU 85" web-01-3164494 web-02-3164495');
  const tagged = () =>
    world.droplets.filter(({ tags }) => tags.some((tag) => tag.startsWith('skydesk-alert-'))).length;
  expect([statusOf(bot, id), tagged()]).toEqual(['done', 2]);
  gateway.later(3_000);
  await confirmed(bot, 'alert unassign "CPU 85" web-01-3164494');
  expect(tagged()).toBe(1);
  gateway.later(3_000);
  await confirmed(bot, 'alert delete "CPU 85"');
  expect([world.policies.length, tagged(), world.tags.size]).toEqual([2, 0, 1]);
});

test('a policy that is the last firewall of its server can still be narrowed: that opens nothing', async () => {
  const bot = newBot();
  await bot.decided(opening);
  gateway.provider.world.firewalls.shift();
  gateway.later(3_000);
  const own = await ownPolicy();
  const update = await bot.decided(`firewall intra update fra1 ${own?.id} udp/53 why="less"`);
  expect(statusOf(bot, update.id)).toBe('done');
});

test.each([
  ['two metrics', 'alert create Both cpu=85 disk=90 to=ops@example.com', 'watches one metric'],
  ['15 minutes', 'alert create Long cpu=85 for=15m to=ops@example.com', 'for 5 and for 10 minutes'],
  ['a policy of somebody else', 'alert update "CPU Alert" cpu=90', 'made at DigitalOcean'],
])(
  'an alert policy that DigitalOcean can’t have is refused before its preview: %s',
  async (_, line, refusal) => {
    const bot = newBot();
    const id = await bot.type(ana, line);
    expect(lastSaid(bot)).toContain(refusal);
    await bot.press(ana, 'confirm', id);
    expect(lastSaid(bot)).toContain('This preview is no longer available');
  },
);

test.each([
  ['a removal of a public IP', 'ip remove web-01-3164494 203.0.113.2', 'can’t change public IPs'],
  ['a deletion of a policy of somebody else', 'alert delete "CPU Alert"', 'made at DigitalOcean'],
])('%s: refused, and nothing was changed', async (_, line, refusal) => {
  const bot = newBot();
  const before = JSON.stringify(gateway.provider.world.policies);
  await confirmed(bot, line);
  const said = bot.said.map(({ text }) => text).join('\n');
  expect(said).toMatch(new RegExp(refusal));
  expect(said).toContain('Nothing was changed.');
  expect(JSON.stringify(gateway.provider.world.policies)).toBe(before);
});

test('a change that DigitalOcean made, and then failed to answer, has an unknown outcome', async () => {
  const bot = newBot();
  gateway.provider.fail({ of: /^POST \/v2\/firewalls/, how: { status: 500 }, done: true });
  const { id } = await bot.decided(opening);
  expect(statusOf(bot, id)).toBe('unknown');
  expect(gateway.sent().filter((call) => call === 'POST /v2/firewalls')).toHaveLength(1);
});

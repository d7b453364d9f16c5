import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { outside, publicAddresses } from '../../../support/in-memory/local-cloud.ts';
import { oddCloudOfFile } from '../../../support/in-memory/odd-cloud.ts';
import { quick } from '../../../support/index.ts';

/* The cloud API writes the same settings in another way than before: nobody changed them. */

const { cloud, make } = await oddCloudOfFile(quick);
const { firewall, alertPolicies } = outside(cloud);

test.each([
  ['no destination account', undefined],
  ['an empty one', ''],
  ['its own with a blank', 'acme '],
])(
  'an end removes a policy that has %s by then, since that is the account itself',
  async (_, destinationAccount) => {
    const before = await firewall.list('de1');
    const bot = new InMemoryBot(cloud);
    await bot.decided(
      'firewall intra create de1 tcp/22 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop" ends=1h',
    );
    const made = (await firewall.list('de1')).find(({ id }) => before.every((known) => known.id !== id));
    make(made?.id ?? '', { destinationAccount });
    await bot.pass(70);
    expect(await firewall.list('de1')).toHaveLength(before.length);
  },
);

test.each([
  { metric: 'DISK', duration: '00:05:00', threshold: 90 },
  { metric: 'disk', duration: '0:05:00', threshold: 90 },
  { metric: 'Disk', duration: '00:05:00.0000000', threshold: 90 },
])('an Undo restores a threshold that is written as %j by then', async (trigger) => {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', 'alert update "Disk 80" disk=90');
  await bot.press('U0ANA', 'confirm', id);
  make('Disk 80', { triggers: [trigger] });
  await bot.press('U0ANA', 'undo', id);
  await bot.press('U0ANA', 'confirm', bot.states().at(-1)?.id ?? '');
  const found = (await alertPolicies.list()).find(({ name }) => name === 'Disk 80');
  expect(found?.triggers[0]?.threshold).toBe(80);
});

test.each(['10.95.131.125/32', ' 10.95.131.125', '10.95.131.125'])(
  'an Undo restores a public IP whose private address is written as “%s” by then',
  async (internalIPAddress) => {
    const bot = new InMemoryBot(cloud);
    const id = await bot.type('U0ANA', 'ip update de1acmejump01 203.0.113.14 udp/53');
    await bot.press('U0ANA', 'confirm', id);
    await bot.pass(1);
    make('/203.0.113.14', { internalIPAddress });
    await bot.press('U0ANA', 'undo', id);
    expect(bot.said.at(-1)?.text).toContain('Update Public IP');
  },
);

const server = 'de1acmeweb04';

test.each([['10.95.131.15/32'], [' 10.95.131.15 '], [7], [null], [undefined]])(
  'a public IP that leads to %j ends at its time',
  async (internalIPAddress) => {
    const bot = new InMemoryBot(cloud);
    const before = await publicAddresses(cloud, server);
    make('publicIPAddresses/203.0.113.15', { internalIPAddress });
    const line = `ip add ${server} tcp/443 from=198.51.100.0/24 internal=10.95.131.15 ends=1h why="The shop"`;
    await bot.decided(line);
    expect(await publicAddresses(cloud, server)).toEqual([...before, '203.0.113.15']);
    await bot.pass(70);
    expect(await publicAddresses(cloud, server)).toEqual(before);
  },
);

test('a private IP is accepted however the server lists it', async () => {
  make(server, { details: { ipAddresses: [{ internal: '10.95.131.15/32' }], alertPolicies: [] } });
  const bot = new InMemoryBot(cloud);
  await bot.type(
    'U0ANA',
    `ip add ${server} tcp/443 from=198.51.100.0/24 internal=10.95.131.15 why="The shop"`,
  );
  expect(bot.said.at(-1)?.text).toContain('to DE1ACMEWEB04 (10.95.131.15)');
});

import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { publicAddresses } from '../../../support/in-memory/local-cloud.ts';
import { oddCloudOfFile } from '../../../support/in-memory/odd-cloud.ts';
import { quick } from '../../../support/index.ts';

/* A new public IP is found by where it leads, however the cloud API writes that, also if it can't be read. */

const { cloud, make } = await oddCloudOfFile(quick);
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

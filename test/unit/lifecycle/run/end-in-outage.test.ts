import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, publicAddresses } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

const cloud = await cloudOfFile(quick);
const addresses = () => publicAddresses(cloud, 'de1acmeweb04');

test('a public IP with an end ends, even if the login was refused for a while after its request', async () => {
  const bot = new InMemoryBot(cloud);
  const before = await addresses();
  const id = await bot.type('U0ANA', 'ip add de1acmeweb04 tcp/443 from=203.0.113.0/24 ends=1h');
  // The password is changed, and stored a minute later.
  cloud.control.fail({ route: 'operations.status', status: 401, times: 6 });
  await bot.press('U0ANA', 'confirm', id);
  await bot.pass(30);
  expect(bot.stateOf(id)?.status).toBe('done');
  expect(await addresses()).toHaveLength(before.length + 1);
  await bot.pass(70);
  expect(await addresses()).toEqual(before);
});

test('a change ends by itself while Slack is down, and is reported once Slack is back', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert create "Disk 85" disk=85 to=ops@example.com ends=1h', []);
  bot.begin({ of: 'slack', from: 1, calls: Number.POSITIVE_INFINITY, performed: false });
  const told = bot.said.length;
  await bot.pass(70);
  expect(bot.alertPolicies()).not.toContain('Disk 85');
  expect(bot.said).toHaveLength(told);
  bot.begin();
  await bot.pass(10);
  expect(bot.said.slice(told).map(({ text }) => text)).toContainEqual(
    expect.stringContaining('Deleted 2026'),
  );
});

test('a change whose requester was deactivated ends all the same', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert create "Disk 95" disk=95 to=ops@example.com ends=1h', []);
  expect(bot.alertPolicies()).toContain('Disk 95');
  Object.assign(bot.ports.members, {
    check: async () => ({ refused: 'Deactivated accounts can’t use Skydesk.' }),
  });
  await bot.pass(70);
  expect(bot.alertPolicies()).not.toContain('Disk 95');
});

test('an end is overdue while the cloud API fails, is reported once in each place, and is made later', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided('alert assign "Night watch" de1acmejump01 ends=2h', []);
  const fault = cloud.control.fail({ route: '*', status: 501, times: 9_999 });
  await bot.pass(125);
  const overdue = () =>
    bot.said.filter(({ how, text }) => how === 'message' && text.includes('Still in effect'));
  const told = overdue();
  expect(told.map(({ to }) => to)).toContain('U0ANA');
  expect(told[0]?.text).toContain('Skydesk keeps trying.');
  await bot.pass(30);
  expect(overdue()).toEqual(told);
  fault.cancel();
  await bot.pass(30);
  expect(bot.said.at(-1)?.text).toContain('Ended');
});

import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { outside } from '../../../support/in-memory/local-cloud.ts';
import { oddCloudOfFile } from '../../../support/in-memory/odd-cloud.ts';
import { quick } from '../../../support/index.ts';

/* Ends and Undos of resources of which a part can't be read. */

const { cloud, make, plain } = await oddCloudOfFile(quick);
const { firewall, alertPolicies } = outside(cloud);
const policy = '195f2e21b90087a4b3313bc144204857';
const disabled = 'b43952aa8e69ca2ce12ecf12473eed42';
const isEnabled = async (id: string) => (await firewall.get('de1', id)).enabled;
const events = (bot: InMemoryBot) => bot.log().map(({ event }) => event);
const enable = `firewall intra enable de1 ${disabled} why="Nightly backup" ends=1h ticket=OPS-1`;
const disable = `firewall intra disable de1 ${policy} why="Maintenance" ends=1h`;

test.each([[{ source: null }], [{ ports: undefined }], [{ destination: [7], status: 7 }]])(
  'an opening ends at its time, although a part of its policy can’t be read when it is made: %j',
  async (over) => {
    const bot = new InMemoryBot(cloud);
    make(disabled, over);
    await bot.decided(enable);
    expect(await isEnabled(disabled)).toBe(true);
    plain();
    await bot.pass(70);
    expect(events(bot)).toContain('ended');
    expect(await isEnabled(disabled)).toBe(false);
  },
);

test.each([[{ source: null }], [{ enabled: 'perhaps' }], [{ id: disabled, ports: [null] }]])(
  'an opening ends at its time, although a part of its policy can’t be read by then: %j',
  async (over) => {
    const bot = new InMemoryBot(cloud);
    await bot.decided(enable);
    make(disabled, over);
    await bot.pass(70);
    expect(events(bot)).toContain('ended');
    expect(await isEnabled(disabled)).toBe(false);
  },
);

test('an end that opens again waits until it can be read what that is, and blames nobody', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided(disable);
  make(policy, { ports: null });
  await bot.pass(70);
  expect(events(bot)).not.toContain('ended');
  expect(await isEnabled(policy)).toBe(false);
  expect(bot.said.map(({ text }) => text).join('\n')).not.toContain('omebody changed it');
  plain();
  await bot.pass(30);
  expect(events(bot)).toContain('ended');
  expect(await isEnabled(policy)).toBe(true);
});

test('an Undo says that it can’t tell whether somebody changed what can’t be read', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', 'alert update "Disk 80" disk=90');
  await bot.press('U0ANA', 'confirm', id);
  make('Disk 80', { actions: [{ action: 'webhook', settings: {} }] });
  await bot.press('U0ANA', 'undo', id);
  expect(bot.said.findLast(({ how }) => how === 'answer')?.text).toContain(
    'Skydesk can’t read its actions[0].action, so it can’t tell whether somebody changed it since',
  );
});

test('no Undo is offered of a change after which a part of the resource can’t be read', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', 'alert assign "Disk 80" DE1ACMEWEB03');
  make('de1acmeweb03', { details: { powerState: 'started', alertPolicies: [7] } });
  await bot.press('U0ANA', 'confirm', id);
  const said = bot.said.findLast(({ how }) => how === 'answer')?.text;
  expect(said).toContain('assigned to');
  expect(said).not.toContain('Undo');
});

test('an Undo of a new alert policy says that it can’t tell whether a server uses it that can’t be read', async () => {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', 'alert create Busy cpu=90 to=ops@example.com');
  await bot.press('U0ANA', 'confirm', id);
  make('de1acmeweb03', { details: { powerState: 'started', alertPolicies: [7] } });
  await bot.press('U0ANA', 'undo', id);
  expect(bot.said.findLast(({ how }) => how === 'answer')?.text).toContain(
    'Skydesk can’t read the alert policies of DE1ACMEWEB03, so it can’t tell whether this policy is assigned there.',
  );
  expect((await alertPolicies.list()).map(({ name }) => name)).toContain('Busy');
});

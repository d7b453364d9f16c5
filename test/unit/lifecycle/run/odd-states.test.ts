import { describe, expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { outside, publicAddresses } from '../../../support/in-memory/local-cloud.ts';
import { oddCloudOfFile } from '../../../support/in-memory/odd-cloud.ts';
import { quick } from '../../../support/index.ts';

/* Ends and Undos of resources of which a part can't be read. */

const { cloud, make, plain } = await oddCloudOfFile(quick);
const { firewall, publicIps, alertPolicies } = outside(cloud);
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

const jump = ['de1acmejump01', '203.0.113.14'] as const;
const update = `firewall intra update de1 ${policy} why="Nightly backup" ends=1h`;
const moreOnJump = `ip update ${jump.join(' ')} tcp/22 tcp/3389 why="Repair" ends=1h`;
const portsOnJump = async () => (await publicIps.get(...jump)).ports.map(({ port }) => port);

test.each([[{ ports: null }], [{ ports: ['tcp/5432', 7] }], [{ destinationAccount: 7 }]])(
  'an end that sets a list back to close something comes, although its policy can’t be read by then: %j',
  async (over) => {
    const bot = new InMemoryBot(cloud);
    const before = await firewall.get('de1', policy);
    await bot.decided(`${update} tcp/5432 icmp tcp/443`);
    expect((await firewall.get('de1', policy)).ports).toContain('tcp/443');
    make(policy, over);
    await bot.pass(70);
    expect(events(bot)).toContain('ended');
    expect(await firewall.get('de1', policy)).toEqual(before);
  },
);

test('an end that sets two lists back opens nothing again of the one that can be read', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided(`${update} tcp/5432 icmp tcp/443 source=10.95.131.0/24,10.95.132.0/24`);
  await firewall.update('de1', policy, { source: ['10.95.132.0/24'] });
  make(policy, { ports: null });
  await bot.pass(70);
  expect(bot.said.map(({ text }) => text).join()).toContain('would open more than was approved');
  await firewall.update('de1', policy, { source: ['10.95.131.0/24', '10.95.132.0/24'] });
  await bot.pass(30);
  expect(await firewall.get('de1', policy)).toMatchObject({
    source: ['10.95.131.0/24'],
    ports: ['tcp/5432', 'icmp'],
  });
});

test('a public IP whose ports can’t be read gets them back at the end', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided(moreOnJump);
  expect(await portsOnJump()).toContain(3389);
  make(`publicIPAddresses/${jump[1]}`, { ports: null });
  await bot.pass(70);
  expect(events(bot)).toContain('ended');
  expect(await portsOnJump()).toEqual([22]);
});

describe('what an answer leaves out tells no resource from another', () => {
  test.each(['', null])(
    'a public IP without its private address when it is opened: %j',
    async (internalIPAddress) => {
      const bot = new InMemoryBot(cloud);
      make(`publicIPAddresses/${jump[1]}`, { internalIPAddress });
      await bot.decided(moreOnJump);
      plain();
      await bot.pass(70);
      expect(events(bot)).toContain('ended');
      expect(await portsOnJump()).toEqual([22]);
    },
  );

  test('a public IP without its private address at its end', async () => {
    const bot = new InMemoryBot(cloud);
    const before = await publicAddresses(cloud, 'de1acmeweb04');
    await bot.decided('ip add de1acmeweb04 tcp/443 from=198.51.100.0/24 why="The shop" ends=1h');
    const [added] = (await publicAddresses(cloud, 'de1acmeweb04')).filter((one) => !before.includes(one));
    make(`publicIPAddresses/${added}`, { internalIPAddress: undefined });
    await bot.pass(70);
    expect(await publicAddresses(cloud, 'de1acmeweb04')).toEqual(before);
  });

  test('a policy without its destination account at its end', async () => {
    const bot = new InMemoryBot(cloud);
    const lists = { source: ['10.0.0.0/28'], destination: ['10.0.1.0/28'], ports: ['tcp/443'] };
    const { id } = await firewall.create('de1', { ...lists, destinationAccount: 'acdv', enabled: false });
    await bot.decided(`firewall intra enable de1 ${id} why="Nightly backup" ends=1h ticket=OPS-1`);
    expect(await isEnabled(id)).toBe(true);
    make(id, { destinationAccount: undefined });
    await bot.pass(70);
    expect(await isEnabled(id)).toBe(false);
  });
});

test.each([
  ['after others opened more', { source: ['0.0.0.0/0'] }, false],
  ['as it was', {}, true],
])(
  'a rollback waits until it can be read whether somebody changed what it opens again: %s',
  async (_, changed, isRestored) => {
    cloud.control.set({ jobExecutingMs: 60_000 });
    const bot = new InMemoryBot(cloud);
    cloud.control.fail({ route: 'alertPolicies.create', status: 400 });
    const lines = [
      `firewall intra disable de1 ${policy}`,
      'ip add DE1ACMEWEB04 tcp/443 from=198.51.100.0/24',
      'alert create Web cpu=90 to=ops@example.com',
    ];
    const id = await bot.type('U0ANA', `plan "${lines.join('\n')}" all-or-nothing=yes why="Maintenance"`);
    await bot.press('U0ANA', 'confirm', id);
    for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, id, 'approve');
    expect(await isEnabled(policy)).toBe(false);
    await firewall.update('de1', policy, changed);
    make(policy, { ports: [null] });
    for (let at = 0; at < 3; at += 1) {
      cloud.control.advance(120_000);
      await bot.pass(10);
    }
    expect(bot.stateOf(id)?.steps.map(({ outcome }) => outcome)).toEqual(['done', 'done', 'failed']);
    expect(await isEnabled(policy)).toBe(false);
    plain();
    await bot.pass(30);
    expect(await isEnabled(policy)).toBe(isRestored);
  },
);

test('an end that opens again waits until it can be read what that is, and blames nobody', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided(disable);
  make(policy, { ports: null });
  await bot.pass(70);
  expect(events(bot)).not.toContain('ended');
  expect(await isEnabled(policy)).toBe(false);
  const said = bot.said.map(({ text }) => text).join('\n');
  expect(said).toContain('so it can’t tell what this would open');
  expect(said).not.toContain('omebody changed it');
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
  expect(said).toContain('Assigned alert policy Disk 80 to DE1ACMEWEB03');
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

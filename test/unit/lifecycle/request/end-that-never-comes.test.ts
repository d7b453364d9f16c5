import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* Nobody is asked to agree to an end that no command can make. */

const cloud = await cloudOfFile(quick);
const { firewall, publicIps } = outside(cloud);
const policy = '195f2e21b90087a4b3313bc144204857';
const [server, address] = ['de1acmejump01', '203.0.113.14'];
/** More ranges than one command takes. */
const many = Array.from({ length: 45 }, (_, at) => `10.95.${at}.0/28`);
const refused = 'This can’t end by itself: no command can set again what it replaces.';

/** Ana requests it, and everybody who can approve does. Resolves to all messages. */
async function decided(line: string): Promise<string> {
  const bot = new InMemoryBot(cloud);
  await bot.decided(line);
  await bot.pass(115);
  return bot.said.map(({ text }) => text).join('\n');
}

test('a firewall policy gets no end that would restore more ranges than a command takes', async () => {
  await firewall.update('de1', policy, { source: many });
  const update = `firewall intra update de1 ${policy} source=10.0.0.0/8 why="Repair"`;
  expect(await decided(`${update} ends=1h`)).toContain(refused);
  expect((await firewall.get('de1', policy)).source).toEqual(many);
  // Ranges that it doesn’t replace need no restoring.
  await decided(`firewall intra update de1 ${policy} tcp/443 why="Repair" ends=1h`);
  expect((await firewall.get('de1', policy)).ports).toEqual(['tcp/5432', 'icmp']);
  await decided(update);
  expect((await firewall.get('de1', policy)).source).toEqual(['10.0.0.0/8']);
});

test('a public IP gets no end that no command can make, also as a step of a plan', async () => {
  const restrictions = many.map((cidr) => ({ cidr }));
  const ports = [{ protocol: 'TCP', port: 443 }];
  await publicIps.update(server, address, { ports, sourceRestrictions: restrictions });
  await expect.poll(async () => (await publicIps.get(server, address)).sourceRestrictions.length).toBe(45);
  const update = `ip update ${server} ${address} from=0.0.0.0/0`;
  expect(await decided(`${update} ends=1h`)).toContain(refused);
  const plan = `plan "alert create Web cpu=90 to=ops@example.com\n${update} ends=1h" why="Repair"`;
  expect(await decided(plan)).toContain(`Step 2: ${refused}`);
  expect((await publicIps.get(server, address)).sourceRestrictions).toHaveLength(45);
});

const opening = [
  'firewall intra enable de1 b43952aa8e69ca2ce12ecf12473eed42',
  `firewall intra update de1 ${policy} source=10.0.0.0/8`,
];
test.for(opening)('%s isn’t sent if the state that its end would restore can’t be read', async (command) => {
  const bot = new InMemoryBot(cloud);
  const id = await bot.type('U0ANA', `${command} ends=1h why="Repair"`);
  await bot.press('U0ANA', 'confirm', id);
  cloud.control.fail({ route: 'localFirewalls.get', status: 503, times: 9 });
  for (const person of ['U0BEN', 'U0CORA']) await bot.vote(person, id, 'approve');
  await bot.pass(5);
  expect(bot.stateOf(id)).toMatchObject({ status: 'failed' });
  expect(bot.changes()).toEqual([]);
});

test('an all-or-nothing plan names the step that can’t be undone', async () => {
  await firewall.update('de1', policy, { source: many });
  const commands = `firewall intra update de1 ${policy} source=10.0.0.0/8\nalert create Web cpu=90 to=ops@example.com`;
  const plan = `plan "${commands}" why="Repair" all-or-nothing=yes`;
  expect(await decided(plan)).toContain('Step 1 can’t be undone, so it stays if a later step fails.');
  await firewall.update('de1', policy, { source: many.slice(0, 40) });
  expect(await decided(plan)).not.toContain('can’t be undone');
});

import { expect, test } from 'vitest';
import { InMemoryBot } from '../../../harness/in-memory-bot.ts';
import { quick } from '../../../harness/seeded.ts';
import { cloudOfFile, outside } from '../../local-cloud.ts';

/* Keeping an opening for good counts as opening it, also while another setting of the same resource has an end. */

const cloud = await cloudOfFile(quick);
const { firewall, publicIps } = outside(cloud);
const address = '203.0.113.14';
const ip = `ip update de1acmejump01 ${address}`;
const policy = '195f2e21b90087a4b3313bc144204857';

test('keeping a range of a public IP for good is refused while its ports have an end', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided(`${ip} tcp/22 tcp/443 why="Both"`);
  await bot.pass(65);
  await bot.decided(`${ip} from=0.0.0.0/0 ends=9h why="Repair"`);
  await bot.pass(65);
  // It closes SSH for three hours, and its end opens that again.
  await bot.decided(`${ip} tcp/443 ends=3h why="Repair"`);
  await bot.pass(65);
  // It is less than now, so it was taken for a closing. Nobody else agrees to it.
  await bot.decided(`${ip} from=64.0.0.0/3 why="Repair"`, []);
  expect(bot.said.map(({ text }) => text).join()).toContain('A part of this ends by itself');
  await bot.pass(600);
  const { ports, sourceRestrictions } = await publicIps.get('de1acmejump01', address);
  expect(ports.map(({ port }) => port)).toContain(22);
  expect(sourceRestrictions).toEqual([{ cidr: '198.51.100.0/28' }]);
});

test('keeping a range of a firewall policy for good is refused while its ports have an end', async () => {
  await firewall.update('de1', policy, { source: ['10.95.131.0/24'], ports: ['any'] });
  const bot = new InMemoryBot(cloud);
  const update = `firewall intra update de1 ${policy}`;
  await bot.decided(`${update} source=0.0.0.0/0 ends=9h why="Repair"`);
  await bot.pass(65);
  await bot.decided(`${update} tcp/443 ends=3h why="Repair" ticket=OPS-1`);
  await bot.pass(65);
  const { id } = await bot.decided(`${update} source=10.0.0.0/8 why="Repair"`, ['U0BEN']);
  expect(bot.stateOf(id)).toBeUndefined();
  await bot.pass(600);
  expect(await firewall.get('de1', policy)).toMatchObject({ source: ['10.95.131.0/24'], ports: ['any'] });
});

test('keeping a range for good is refused in the plan whose earlier step ends the ports by itself', async () => {
  const bot = new InMemoryBot(cloud);
  await bot.decided(`${ip} tcp/22 tcp/443 why="Both"`);
  await bot.pass(65);
  await bot.decided(`${ip} from=0.0.0.0/0 ends=9h why="Repair"`);
  await bot.type('U0ANA', `plan "${ip} tcp/443 ends=3h\n${ip} from=64.0.0.0/3" why="Repair"`);
  expect(bot.said.at(-1)?.text).toContain('Step 2 opens access beside step 1, which ends by itself.');
});

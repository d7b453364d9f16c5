import { expect, test } from 'vitest';
import { reviewContent } from '../../../../src/lifecycle/decide/show-review.ts';
import { publicIpContent } from '../../../../src/operations/public-ips/public-ip.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, outside } from '../../../support/in-memory/local-cloud.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { quick } from '../../../support/seeded.ts';

/* What is edited in place: requested, approved, undone. How it ends by itself: ends-by-key.test.ts. */

const cloud = await cloudOfFile(quick);
const { firewall, publicIps } = outside(cloud);
const policy = '195f2e21b90087a4b3313bc144204857';
const address = ['de1acmeweb01', '203.0.113.10'] as const;
const ip = `ip update ${address.join(' ')}`;
const access = async () => publicIpContent(await publicIps.get(...address));

test('the review says what is gained and what is lost, and the policy stays the one it is', async () => {
  const bot = new InMemoryBot(cloud);
  const update = `firewall intra update de1 ${policy} tcp/5432 tcp/22 source=10.95.131.0/25`;
  const { id } = await bot.decided(`${update} why="Fewer hosts"`, []);
  const change = await bot.ports.changes.get(id);
  const review = change && words(reviewContent(change));
  expect(review).toContain('from 10.95.131.0/25 (was 10.95.131.0/24) to 10.200.1.0/24');
  expect(review).toContain('128 addresses (10.95.131.0/25) gain access');
  // The review shows those after the first one as alerts: show-review.test.ts.
  expect(change?.judgement?.impact).toContainEqual(expect.stringContaining('lose access'));
  await bot.vote('U0BEN', id, 'approve');
  await bot.pass(5);
  const ports = ['tcp/5432', 'tcp/22'];
  expect(await firewall.get('de1', policy)).toMatchObject({ source: ['10.95.131.0/25'], ports });
  expect(words(bot.said)).toContain('195f2e21');
});

test('a public IP takes other sources and keeps its ports, and an Undo lets everybody in again', async () => {
  const bot = new InMemoryBot(cloud);
  const { ports } = await access();
  const { id } = await bot.decided(`${ip} from=198.51.100.0/24`, []);
  expect(await access()).toMatchObject({ ports, from: ['198.51.100.0/24'] });
  const undo = await bot.press('U0ANA', 'undo', id);
  expect(bot.said.at(-1)?.text).toContain('The whole internet gains access to 203.0.113.10');
  await bot.press('U0ANA', 'confirm', undo);
  await bot.pass(5);
  expect(await access()).toMatchObject({ ports, from: [] });
});

test('an approval covers the sources that may reach a public IP, also in a step of a plan', async () => {
  const bot = new InMemoryBot(cloud);
  const lines = ['alert assign "Night watch" DE1ACMEWEB01', `${ip} tcp/22 tcp/3389`].join('\n');
  const { id } = await bot.decided(`plan '${lines}' why="Remote work"`, []);
  await bot.decided(`${ip} from=198.51.100.0/24`, []);
  await bot.vote('U0BEN', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('outdated');
  expect((await access()).ports).toHaveLength(2);
});

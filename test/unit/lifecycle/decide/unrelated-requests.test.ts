import { expect, test } from 'vitest';
import { contentIn, contentOf } from '../../../../src/aws/sdk/content.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

const cloud = await cloudOfFile(quick);
const create = 'firewall create de1';
const inside = 'firewall intra create de1';

test.each([
  [
    'to one data center',
    `${create} va1 source=10.20.1.0/28 destination=10.30.1.0/28`,
    `${create} va1 source=10.20.2.0/28 destination=10.30.2.0/28`,
  ],
  [
    'to two data centers',
    `${create} va1 source=10.22.1.0/28 destination=10.32.1.0/28`,
    `${create} gb3 source=10.22.2.0/28 destination=10.33.1.0/28`,
  ],
  [
    'inside one',
    `${inside} tcp/443 source=10.24.1.0/28 destination=10.34.1.0/28`,
    `${inside} tcp/80 source=10.24.2.0/28 destination=10.34.2.0/28`,
  ],
])('two requests from one data center %s don’t outdate each other', async (_, ...lines) => {
  const bot = new InMemoryBot(cloud);
  const ids: string[] = [];
  for (const line of lines) {
    const id = await bot.type('U0ANA', `${line} why="a test" ticket=OPS-1`);
    await bot.press('U0ANA', 'confirm', id);
    ids.push(id);
  }
  for (const id of ids) {
    for (const person of ['U0BEN', 'U0CORA', 'U0VIC']) await bot.vote(person, id, 'approve');
    await bot.pass(90);
  }
  expect(ids.map((id) => bot.stateOf(id)?.status)).toEqual(['done', 'done']);
});

/** A change of a stored policy needs approval, and a change of alert policies, too. */
const strict = {
  risk: { ...defaults.risk, levels: [{ minScore: 0, approvers: 1, ticket: false }] },
} as const;

test.each([
  ['opens a path', `${create} va1 source=10.26.1.0/28 destination=10.36.1.0/28`, 'did exactly this'],
  ['creates an alert policy', 'alert create Twins disk=90 to=ops@example.com', 'did exactly this'],
  ['adds a public IP', 'ip add DE1ACMEWEB03 tcp/443 from=203.0.113.0/24', 'did exactly this'],
  ['enables a policy', 'firewall enable va1 5154002017cad1032a8e590995e50294', 'changed it'],
])(
  'of two open requests for the same that %s, one runs, and the other says by which',
  async (_, line, says) => {
    cloud.control.reset();
    cloud.control.set(quick);
    const bot = new InMemoryBot(cloud, strict);
    const ids: string[] = [];
    for (const person of ['U0ANA', 'U0VIC']) {
      const id = await bot.type(person, `${line} why="a test" ticket=OPS-1`);
      await bot.press(person, 'confirm', id);
      ids.push(id);
    }
    const { length } = bot.changes();
    for (const id of ids) {
      for (const person of ['U0BEN', 'U0CORA', 'U0DORA']) await bot.vote(person, id, 'approve');
      await bot.pass(90);
    }
    expect(ids.map((id) => bot.stateOf(id)?.status)).toEqual(['done', 'outdated']);
    expect(bot.changes()).toHaveLength(length + 1);
    const said = bot.said.map(({ text }) => text).join();
    expect(said).toContain(`#1 ${says} meanwhile.`);
    expect(said.includes('Request it again.')).toBe(says === 'changed it');
  },
);

test.each([
  [
    'for another reason',
    `${create} va1 source=10.28.1.0/28 destination=10.38.1.0/28 why="Backup" ticket=OPS-2`,
  ],
  [
    'in another order',
    `${create} va1 destination=10.38.1.0/28 source=10.28.1.7/28 ticket=OPS-1 why="a test"`,
  ],
  [
    'with its account',
    `${create} va1 source=10.28.1.0/28 destination=10.38.1.0/28 account=acme why="a test" ticket=OPS-1`,
  ],
])('of two open requests for the same, one of them %s, one runs', async (_, twin) => {
  cloud.control.reset();
  cloud.control.set(quick);
  const bot = new InMemoryBot(cloud, strict);
  const first = `${create} va1 source=10.28.1.0/28 destination=10.38.1.0/28 why="a test" ticket=OPS-1`;
  const ids: string[] = [];
  for (const [person, line] of [
    ['U0ANA', first],
    ['U0VIC', twin],
  ] as const) {
    const id = await bot.type(person, line);
    await bot.press(person, 'confirm', id);
    ids.push(id);
  }
  for (const id of ids) {
    for (const person of ['U0BEN', 'U0CORA', 'U0DORA']) await bot.vote(person, id, 'approve');
    await bot.pass(90);
  }
  expect(ids.map((id) => bot.stateOf(id)?.status)).toEqual(['done', 'outdated']);
  expect(bot.said.map(({ text }) => text).join()).toContain('#1 did exactly this meanwhile.');
});

test('a request whose stored title is not true of its step is outdated', async () => {
  cloud.control.reset();
  const bot = new InMemoryBot(cloud);
  const id = await bot.type(
    'U0ANA',
    `${create} va1 source=10.27.0.0/16 destination=10.37.1.0/28 why="a test"`,
  );
  await bot.press('U0ANA', 'confirm', id);
  const key = `change#${id} change`;
  const item = bot.memory.items.get(key);
  if (!item) throw new Error('It is requested');
  const { steps, ...change } = contentIn(item);
  const titled = steps.map((step: Step) => ({ ...step, title: 'Create firewall policy 10.27.1.0/28' }));
  bot.memory.items.set(key, { ...item, content: contentOf({ ...change, steps: titled }) });
  await bot.vote('U0BEN', id, 'approve');
  expect(bot.stateOf(id)).toMatchObject({ status: 'outdated', votes: [] });
  expect(bot.said.map(({ text }) => text).join()).toContain('which is not what it says.');
});

test('a request for good is not done by one that ends, nor by what is gone by then', async () => {
  cloud.control.reset();
  cloud.control.set(quick);
  const bot = new InMemoryBot(cloud, strict);
  const line = `${create} va1 source=10.26.1.0/28 destination=10.36.1.0/28 why="a test" ticket=OPS-1`;
  const forGood = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', forGood);
  const forAnHour = await bot.type('U0VIC', `${line} ends=1h`);
  await bot.press('U0VIC', 'confirm', forAnHour);
  await bot.vote('U0BEN', forAnHour, 'approve');
  await bot.pass(5);
  await bot.vote('U0BEN', forGood, 'approve');
  await bot.pass(5);
  const said = bot.said.map(({ text }) => text).join();
  expect(said).not.toContain('did exactly this meanwhile');
});

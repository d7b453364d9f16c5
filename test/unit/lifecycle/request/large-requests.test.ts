import { describe, expect, test } from 'vitest';
import { longestApproval } from '../../../../src/change/model/time-limits.ts';
import { defaults } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile, connectedWith } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/*
 * The largest requests that are allowed fit into the table and run: the table in memory refuses an item of more than 400 KB as
 * DynamoDB does, and one partition takes 1,000 write units a second.
 */

const cloud = await cloudOfFile(quick);

/** The cloud API with `count` more firewall policies within each data center. */
const crowded = (count: number) =>
  connectedWith(cloud, ({ firewall }) => ({
    firewall: {
      async list(dataCenter) {
        const policies = await firewall.list(dataCenter);
        const [policy] = policies;
        if (!policy) throw new Error(`${dataCenter} has no firewall policy`);
        const more = Array.from({ length: count }, (_, at) => ({
          ...policy,
          id: (at + 1).toString(16).padStart(32, '0'),
          source: [`10.${at % 250}.${Math.floor(at / 250)}.0/24`],
        }));
        return [...policies, ...more];
      },
    },
  }));

/** The policy of this repository, but with up to fifty servers per request, which need approval. */
const { risk } = defaults;
const policy = { ...defaults, maxTargets: 50, risk: { ...risk, points: { ...risk.points, manyTargets: 4 } } };

const unapproved = { ...policy, risk: { ...risk, points: { ...risk.points, manyTargets: 0 } } };

const { servers, alertPolicies } = cloud.control.state();
const alertPolicy = alertPolicies[0]?.id ?? '';
const without = servers.filter(
  ({ id, account, status, alertPolicyIds }) =>
    account === 'ACME' && status === 'active' && !id.includes('tpl') && !alertPolicyIds.includes(alertPolicy),
);
const open = (at: number) =>
  `firewall intra create va1 tcp/${at + 500} source=10.9.0.0/24 destination=10.8.0.0/24`;
const plan = (steps: number) => `plan "${Array.from({ length: steps }, (_, at) => open(at)).join('\n')}"`;
const assign = (count: number) =>
  `alert assign ${alertPolicy} ${without
    .slice(0, count)
    .map(({ id }) => id)
    .join(' ')}`;

test.each([
  ['one step with 5,000 firewall policies in its scope', plan(1), 1, 5_000],
  ['as many steps as fit into a title, with 400 firewall policies in their scope', plan(12), 12, 400],
  ['fifty steps', assign(50), 50, 0],
])('a request with %s is stored and runs, with few writes on one key', async (_, line, steps, policies) => {
  const bot = new InMemoryBot(cloud, policy, crowded(policies));
  const id = await bot.type('U0ANA', `${line} why="a test" ticket=OPS-1`);
  await bot.press('U0ANA', 'confirm', id);
  for (const person of ['U0BEN', 'U0CORA', 'U0VIC']) await bot.vote(person, id, 'approve');
  await bot.pass(90);
  expect(bot.memory.writeUnits(`change#${id}`) / steps).toBeLessThan(54);
  expect(bot.stateOf(id)).toMatchObject({ status: 'done', steps: { length: steps } });
  expect(bot.changes()).toHaveLength(steps);
});

/** A request for this many servers, of a bot whose table refuses a transaction of more than 100 items, as DynamoDB does. */
async function requested(count: number, more = '', rules = policy) {
  const bot = new InMemoryBot(cloud, rules);
  const id = await bot.type('U0ANA', `${assign(count)} ${more} why="a test" ticket=OPS-1`);
  await bot.press('U0ANA', 'confirm', id);
  const approve = async (): Promise<void> => {
    for (const person of ['U0BEN', 'U0CORA', 'U0VIC']) await bot.vote(person, id, 'approve');
  };
  /** The events of the audit log, each with how many entries it has of the change. */
  const logged = (of = id) =>
    Object.groupBy(
      bot.log().filter(({ request }) => request === of || request.startsWith(`${of}.`)),
      ({ event }) => event,
    );
  return { bot, id, approve, logged };
}

describe.each([25, 49, 50])('of a request for %i servers', (count) => {
  test('each is changed once it is approved, and ends by itself', async () => {
    const { bot, id, approve, logged } = await requested(count, 'ends=1h');
    expect(bot.stateOf(id)).toMatchObject({ status: 'open', steps: { length: count } });
    await approve();
    await bot.pass(150);
    expect(bot.stateOf(id)).toMatchObject({ status: 'done' });
    expect(logged().approved).toHaveLength(2 * count);
    for (const event of ['applied', 'ended'] as const) expect(logged()[event]).toHaveLength(count);
    expect(bot.waiting()).toEqual([]);
    expect(bot.deadLetters).toEqual([]);
  });

  test('each is changed and undone by one click, where that needs no approval', async () => {
    const { bot, id, logged } = await requested(count, '', unapproved);
    expect(logged()).toMatchObject({ confirmed: { length: count }, applied: { length: count } });
    const undo = await bot.press('U0ANA', 'undoDone', id);
    await bot.press('U0ANA', 'confirm', undo);
    await bot.pass(90);
    expect(bot.stateOf(undo)).toMatchObject({ status: 'done', steps: { length: count } });
    expect(logged(undo).applied).toHaveLength(count);
  });

  test('none is changed if nobody approves it in time', async () => {
    const { bot, id, logged } = await requested(count);
    const before = bot.changes().length;
    bot.later(longestApproval);
    await bot.pass(10);
    expect(bot.stateOf(id)).toMatchObject({ status: 'expired' });
    expect(logged().expired).toHaveLength(count);
    expect(bot.changes()).toHaveLength(before);
  });
});

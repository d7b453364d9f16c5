import { expect, test } from 'vitest';
import { defaults, type Level } from '../../../../src/policy/policy.ts';
import { InMemoryBot } from '../../../support/in-memory/in-memory-bot.ts';
import { cloudOfFile } from '../../../support/in-memory/local-cloud.ts';
import { quick } from '../../../support/seeded.ts';

/* A vote counts against what the policy asks for now, which can have changed since the request. */

const cloud = await cloudOfFile(quick);
const line = 'firewall create de1 va1 source=10.0.0.0/24 destination=10.1.0.0/24 why="the shop needs it"';

/** A request by Ana that this many people have to approve, and what changes the number in the policy. */
async function requested(approvers: Level['approvers'], typed = line) {
  const people = { read: ['*'], change: ['*'], approve: ['U0BEN', 'U0CORA'] };
  const levelsWith = (needed: Level['approvers']) =>
    [{ minScore: 0, approvers: needed, ticket: false }] as const;
  const policy = { ...defaults, people, risk: { ...defaults.risk, levels: levelsWith(approvers) } };
  const bot = new InMemoryBot(cloud, policy);
  const id = await bot.type('U0ANA', typed);
  await bot.press('U0ANA', 'confirm', id);
  const ask = (needed: Level['approvers']): void => {
    policy.risk = { ...policy.risk, levels: levelsWith(needed) };
  };
  const removeCora = (): void => {
    policy.people = { ...people, approve: ['U0BEN'] };
  };
  return { bot, id, ask, removeCora };
}

test('a request stays open if the policy asks for more approvals by now, and runs with them', async () => {
  const { bot, id, ask } = await requested(1);
  ask(2);
  await bot.vote('U0BEN', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('open');
  expect(bot.changes()).toEqual([]);
  expect(bot.said.at(-1)?.text).toContain('needs 2 approvals');
  expect(bot.said.at(-1)?.text).toMatch(/1 of 2 approved by U0BEN · the policy requires 2 since \S+/);
  await bot.vote('U0CORA', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('running');
  expect(bot.changes()).toHaveLength(1);
});

test('a request never needs fewer approvals than it was requested with', async () => {
  const { bot, id, ask } = await requested(2);
  ask(1);
  await bot.vote('U0BEN', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('open');
  expect(bot.said.at(-1)?.text).toContain('1 of 2 approved by U0BEN');
});

test('a request needs no more approvals than the policy asks for by now', async () => {
  const { bot, id, ask } = await requested(1);
  ask(2);
  await bot.vote('U0BEN', id, 'approve');
  ask(1);
  await bot.vote('U0CORA', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('running');
  expect((await bot.ports.changes.get(id))?.approval?.raised).toBeUndefined();
});

test('a request that has what the policy asks for again runs once its approver approves it again', async () => {
  const { bot, id, ask } = await requested(1);
  ask(2);
  await bot.vote('U0BEN', id, 'approve');
  await bot.vote('U0BEN', id, 'approve');
  expect(bot.said.at(-1)?.text).toContain('You already voted.');
  ask(1);
  await bot.vote('U0BEN', id, 'reject');
  expect(bot.said.at(-1)?.text).toContain('You already voted.');
  await bot.vote('U0BEN', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('running');
  expect((await bot.ports.changes.get(id))?.approval?.votes).toHaveLength(1);
});

test('a change that runs later needs no fewer approvals than it was requested with, also if an approver is gone by then', async () => {
  const { bot, id, ask, removeCora } = await requested(2, `${line} starts=1h`);
  await bot.vote('U0BEN', id, 'approve');
  await bot.vote('U0CORA', id, 'approve');
  expect(bot.stateOf(id)?.status).toBe('approved');
  ask(1);
  removeCora();
  await bot.pass(70);
  expect(bot.changes()).toEqual([]);
  expect(bot.said.at(-1)?.text).toContain('2 approvals needed, and 1 still counted');
});

import { expect, test } from 'vitest';
import type { AuditEvent } from '../../../../src/change/model/audit-log.ts';
import type { Change } from '../../../../src/change/model/change.ts';
import { hour, minute } from '../../../../src/core/clock.ts';
import { NotDue } from '../../../../src/core/unavailable.ts';
import { processJob } from '../../../../src/jobs/process-job.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { cloudOfFile, connected } from '../../../support/in-memory/local-cloud.ts';
import { changesInMemory, memory } from '../../../support/in-memory/memory.ts';
import { slowBot } from '../../../support/in-memory/slow-bot.ts';
import type { TimedBot } from '../../../support/in-memory/timed-bot.ts';
import { endStart } from '../../../support/made/ends.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { type RequestFacts, request, voteOf } from '../../../support/made/requests.ts';
import { requestFor } from '../../../support/made/typed-line.ts';

/* One step changes a resource at a time. The others wait, and read it only then. */

const cloud = await cloudOfFile();
const claimed = { at: endStart, job: 'other:run', run: 'r1' };
const [policy] = cloud.control.state().alertPolicies;
if (!policy) throw new Error('The cloud has an alert policy');

/** An approved change of the alert policy, while a change like `holder` has claimed that policy. */
async function approved(line: string, holder: RequestFacts = {}) {
  const { deps } = memory({ service: connected(cloud), clock: () => endStart });
  const times = { created: endStart, since: endStart, expires: endStart + 480 * minute };
  const asked = await requestFor(line, deps, { status: 'approved', votes: [voteOf('U0BEN')], ...times });
  const { resource = '' } = asked.steps[0];
  const other = request({ id: 'other', number: 1043, status: 'running', ...holder }, { claimed });
  const { kept, changes } = changesInMemory(asked, other);
  const before = await changes.resource(resource);
  await changes.put(request({ id: 'marker' }), {
    resources: [before],
    by: { change: 'other', index: 0 },
  });
  const world = memory({ service: connected(cloud), changes });
  world.state.now = endStart;
  const run = () => Promise.all(executionsOf(now(), world.state.now).map((job) => execute(job, world.deps)));
  const now = (): Change => kept.get(asked.id) ?? asked;
  return { ...world, kept, now, run };
}

const update = `alert update ${policy.id} disk=95`;

test('a step waits while another change has claimed its resource', async () => {
  const { run, now } = await approved(update);
  await expect(run()).rejects.toThrow(NotDue);
  expect(now().steps[0]).not.toHaveProperty('claimed');
});

test('a step that still waits at the last delivery of its job is left to the sweeper, and is no dead letter', async () => {
  const { deps, state, now, delivered } = await approved(update);
  const [job] = executionsOf(now(), state.now);
  if (!job) throw new Error('It is due');
  await expect(processJob(job, 1000, deps, { received: 7, isLast: false })).rejects.toThrow(NotDue);
  await processJob(job, 1000, deps, { received: 8, isLast: true });
  expect(delivered).toEqual([]);
  expect(now().steps[0]).not.toHaveProperty('claimed');
});

test('a step that waits for two minutes fails, and names the change that holds its resource', async () => {
  const { run, now, state } = await approved(update);
  state.now += hour;
  await expect(run()).rejects.toThrow(NotDue);
  state.now += 2 * minute - 1;
  await expect(run()).rejects.toThrow(NotDue);
  state.now += 1;
  await run();
  expect(now().steps[0].outcome).toMatchObject({
    kind: 'failed',
    note: '#1043 is changing it right now. Nothing was changed.',
  });
});

test('a step waits for two minutes for each change that holds its resource', async () => {
  const { deps, kept, run, now, state } = await approved(update);
  await expect(run()).rejects.toThrow(NotDue);
  state.now += 90_000;
  const outcome = { kind: 'done', answer: [], job: 'other:run' } as const;
  kept.set('other', request({ id: 'other', status: 'done' }, { claimed, outcome }));
  const next = { job: 'next:run', run: 'r1', at: state.now };
  kept.set('next', request({ id: 'next', number: 1044, status: 'running' }, { claimed: next }));
  await deps.changes.put(request({ id: 'another marker' }), {
    resources: [await deps.changes.resource(now().steps[0].resource ?? '')],
    by: { change: 'next', index: 0 },
  });
  await expect(run()).rejects.toThrow(NotDue);
  state.now += 2 * minute - 1;
  await expect(run()).rejects.toThrow(NotDue);
  state.now += 1;
  await run();
  expect(now().steps[0].outcome).toMatchObject({
    note: '#1044 is changing it right now. Nothing was changed.',
  });
});

test('a waiting step runs once the other step has an outcome, whatever that is', async () => {
  for (const [kind, disk] of [
    ['done', 95],
    ['failed', 90],
    ['unknown', 85],
  ] as const) {
    const outcome = { kind, answer: [], job: 'other:run' };
    const [step] = request({}, { claimed, outcome }).steps;
    const { run, now } = await approved(`alert update ${policy.id} disk=${disk}`, {
      steps: [step],
    });
    await run();
    expect(now().status).toBe('done');
  }
});

/** The time of an entry about a change in the audit log. */
const timeOf = (bot: TimedBot, id: string, event: AuditEvent): number =>
  bot.log().find((entry) => entry.event === event && entry.request === id)?.at ?? Number.NaN;

test.each([20_000, 50_000, 90_000])(
  'an approved change starts within half a minute after another one of %i ms',
  async (busy) => {
    const bot = await slowBot(busy);
    const second = await bot.type('U0ANA', 'ip add DE1ACMEWEB03 tcp/22 why=test');
    await bot.press('U0ANA', 'confirm', second);
    await bot.vote('U0BEN', second, 'approve');
    const first = await bot.type('U0ANA', 'ip add DE1ACMEWEB03 icmp from=10.0.0.0/8');
    await bot.press('U0ANA', 'confirm', first);
    await bot.vote('U0CORA', second, 'approve');
    await bot.live(20 * minute);
    expect(timeOf(bot, second, 'started') - timeOf(bot, first, 'applied')).toBeLessThanOrEqual(30_000);
    expect(bot.stateOf(second)?.status).toBe('done');
  },
);

test('a click waits for another change like an approval, and says which one it waited for if that takes longer', async () => {
  for (const [busy, status] of [
    [20_000, 'done'],
    [5 * minute, 'failed'],
  ] as const) {
    const bot = await slowBot(busy);
    const first = await bot.type('U0ANA', 'ip add DE1ACMEWEB03 tcp/443');
    const second = await bot.type('U0ANA', 'ip add DE1ACMEWEB03 tcp/80');
    await bot.press('U0ANA', 'confirm', first);
    await bot.press('U0ANA', 'confirm', second);
    await bot.live(20 * minute);
    expect(bot.stateOf(second)?.status).toBe(status);
    const said = bot.said.map(({ text }) => text).join();
    if (status === 'failed')
      expect(said).toContain('Another change is changing it right now. Nothing was changed.');
  }
});

/** Confirms a change. */
async function confirmed(bot: TimedBot, line: string): Promise<string> {
  const id = await bot.type('U0ANA', line);
  await bot.press('U0ANA', 'confirm', id);
  return id;
}

const temporary = 'ip add DE1ACMEWEB01 tcp/443 from=203.0.113.0/24 ends=30m';

test('a temporary public IP is added once another one is removed, whose address it may get, and ends', async () => {
  const bot = await slowBot(50_000);
  const removal = await confirmed(bot, 'ip remove DE1ACMEWEB01 203.0.113.10');
  const added = await confirmed(bot, temporary);
  await bot.live(hour);
  expect(timeOf(bot, added, 'started')).toBeGreaterThanOrEqual(timeOf(bot, removal, 'applied'));
  expect(bot.log().map(({ event, request: of }) => of === added && event)).toContain('ended');
});

test('a temporary public IP is added once the end of another one has removed that', async () => {
  const bot = await slowBot(50_000);
  const first = await confirmed(bot, temporary);
  await bot.liveUntil(() => bot.log().filter(({ event }) => event === 'started').length === 2);
  const second = await confirmed(bot, temporary.replace('443', '80'));
  await bot.live(hour);
  expect(timeOf(bot, second, 'started')).toBeGreaterThanOrEqual(timeOf(bot, first, 'ended'));
  expect(bot.log().map(({ event, request: of }) => of === second && event)).toContain('ended');
});

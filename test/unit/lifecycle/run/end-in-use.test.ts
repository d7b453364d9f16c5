import { expect, test } from 'vitest';
import { type EndingChange, isEnding } from '../../../../src/change/model/ending-change.ts';
import { endId, rollbackId } from '../../../../src/change/model/ids.ts';
import type { Step } from '../../../../src/change/model/step.ts';
import { workOff } from '../../../../src/lifecycle/reconcile/outbox.ts';
import { execute } from '../../../../src/lifecycle/run/execute.ts';
import { NotDue } from '../../../../src/lifecycle/run/not-due.ts';
import type { Timing } from '../../../../src/time/timing.ts';
import { endOf } from '../../ends.ts';
import { executionsOf } from '../../executions.ts';
import { cloudOfFile, connected } from '../../local-cloud.ts';
import { changesInMemory, memory, words } from '../../memory.ts';
import { approvedPlan } from '../../prepared-plan.ts';
import { noon } from '../../requests.ts';

/* What a plan creates, and what the plan and others use that for, until it ends or the plan is undone. */

const cloud = await cloudOfFile();
const service = connected(cloud);
const account = service.account('ACME');
const hour = 3_600_000;
const minute = 60_000;
const inAnHour: Timing = { ends: { after: hour } };
const isThere = (name: string) => cloud.control.state().alertPolicies.some((policy) => policy.name === name);
const idOf = (name: string) =>
  cloud.control.state().alertPolicies.find((policy) => policy.name === name)?.id ?? '';

/**
 * A plan that has created an alert policy, for as long as `timings` say, and has assigned it to DE1ACMEWEB04. Its last step deletes
 * another policy: if it `fails`, since somebody deleted that meanwhile.
 */
async function madePlan(name: string, timings: readonly Timing[], { fails = false } = {}) {
  const doomed = await account.alertPolicies.create({
    name: 'Doomed',
    actions: [{ action: 'email', settings: { recipients: ['ops@example.com'] } }],
    triggers: [{ metric: 'cpu', duration: '00:05:00', threshold: 90 }],
  });
  const raw = {
    commands: `alert create "${name}" cpu=90 to=ops@example.com\nalert assign $1.id DE1ACMEWEB04\nalert delete ${doomed.id}`,
    'all-or-nothing': 'yes',
  };
  const { deps } = memory({ service, clock: () => noon });
  const asked = await approvedPlan(raw, timings, deps);
  const { kept, changes } = changesInMemory(asked);
  const world = memory({ service, changes });
  world.state.now = noon;
  const now = (id = asked.id) => kept.get(id) ?? asked;
  if (fails) await account.alertPolicies.delete(doomed.id);
  for (let jobs = executionsOf(now(), noon); jobs.length > 0; jobs = executionsOf(now(), noon))
    for (const job of jobs) {
      await execute(job, world.deps);
      // One step is done after another, and so are their ends.
      world.state.now += 1000;
    }

  /** Runs what is due of the change with this id, and tells its news; resolves to how its steps ended. */
  const end = async (id: string): Promise<readonly Step['outcome'][]> => {
    for (const job of executionsOf(now(id), world.state.now)) await execute(job, world.deps);
    const change = now(id);
    if (isEnding(change)) await workOff(change, world.deps);
    return change.steps.map(({ outcome }) => outcome);
  };
  const ending = (id: string): EndingChange => {
    const change = now(id);
    if (!isEnding(change)) throw new Error('It undoes by itself');
    return change;
  };
  return { ...world, kept, now, end, ending };
}

const [created, assigned] = [endId('a1'), endId('a1.2')];

test('a plan whose steps all end in an hour ends well: what is created waits for what is assigned', async () => {
  const { state, end, said } = await madePlan('Both end', [inAnHour, inAnHour]);
  state.now = noon + hour + 1000;
  await expect(end(created)).rejects.toThrow(NotDue);
  expect(await end(assigned)).toMatchObject([{ kind: 'done' }]);
  expect(await end(created)).toMatchObject([{ kind: 'done' }]);
  expect(isThere('Both end')).toBe(false);
  expect(words(said)).not.toMatch(/Overdue|Not ended/);
});

test('what its plan has assigned for good goes with it', async () => {
  const { state, end } = await madePlan('One ends', [inAnHour]);
  state.now = noon + hour;
  expect(await end(created)).toMatchObject([{ kind: 'done' }]);
  expect(isThere('One ends')).toBe(false);
});

test('what others use for good is left, and people read where', async () => {
  const { state, end, said, recorded } = await madePlan('Used', [inAnHour, inAnHour]);
  await account.alertPolicies.assign('de1acmeweb01', idOf('Used'));
  state.now = noon + hour + 1000;
  expect(await end(created)).toMatchObject([{ kind: 'left' }]);
  expect(isThere('Used')).toBe(true);
  expect(words(said)).toContain('Somebody assigned it to DE1ACMEWEB01 since, so Skydesk didn’t touch it.');
  expect(words(said)).toContain(`If it should still end, run: alert delete ${idOf('Used')}`);
  expect(JSON.stringify(recorded)).toContain('DE1ACMEWEB01 since, so nothing was changed.');
});

test('what others use for a while is waited for: people are told once it is late, and it is tried ever less often', async () => {
  const { state, kept, end, ending, said } = await madePlan('Waits', [inAnHour]);
  await account.alertPolicies.assign('de1acmeweb01', idOf('Waits'));
  const subject = { kind: 'alert policy on server', policy: idOf('Waits'), server: 'de1acmeweb01' };
  const bens = endOf({ step: { undoes: { id: 'b1', subject, state: 's1' } } }, 'b1');
  kept.set(bens.id, bens);
  state.now = noon + hour;
  await expect(end(created)).rejects.toThrow(NotDue);
  expect(words(said)).not.toContain('Overdue');
  for (const pause of [2, 4]) {
    state.now = ending(created).steps[0].retryAt ?? noon + hour + 10 * minute;
    expect(await end(created)).toEqual([undefined]);
    expect(ending(created).steps[0].retryAt).toBe(state.now + pause * minute);
  }
  expect(words(said)).toContain(
    'Somebody assigned it to DE1ACMEWEB01 since, and that ends by itself. This ends after it.',
  );
  kept.delete(bens.id);
  await account.alertPolicies.unassign('de1acmeweb01', idOf('Waits'));
  state.now += 4 * minute;
  expect(await end(created)).toMatchObject([{ kind: 'done' }]);
  expect(isThere('Waits')).toBe(false);
});

test.each([
  ['with ends', [inAnHour, inAnHour]],
  ['without', []],
])('a rollback undoes what was assigned before it undoes what was created, %s', async (name, timings) => {
  const { deps, now, end } = await madePlan(name, timings, { fails: true });
  await workOff(now(), deps);
  await end(rollbackId('a1'));
  expect(await end(rollbackId('a1'))).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
  expect(isThere(name)).toBe(false);
});

test('a rollback leaves what others use by then', async () => {
  const { deps, now, end } = await madePlan('Kept', [], { fails: true });
  await account.alertPolicies.assign('de1acmeweb01', idOf('Kept'));
  await workOff(now(), deps);
  await end(rollbackId('a1'));
  expect(await end(rollbackId('a1'))).toMatchObject([{ kind: 'done' }, { kind: 'left' }]);
  expect(isThere('Kept')).toBe(true);
});

import { expect, test } from 'vitest';
import { endId, rollbackId } from '../../../../src/change/model/ids.ts';
import { NotDue } from '../../../../src/core/unavailable.ts';
import type { Timing } from '../../../../src/time/timing.ts';
import { cloudOfFile, outside } from '../../../support/in-memory/local-cloud.ts';
import { words } from '../../../support/in-memory/memory.ts';
import { endOf } from '../../../support/made/ends.ts';
import { madePlan } from '../../../support/made/made-plan.ts';
import { noon } from '../../../support/made/requests.ts';
import { settled } from '../../../support/made/settled.ts';

/* A plan creates a policy that the plan and others use, until it ends or the plan is undone. */

const cloud = await cloudOfFile();
const account = outside(cloud);
const hour = 3_600_000;
const minute = 60_000;
const inAnHour: Timing = { ends: { after: hour } };
const isThere = (name: string) => cloud.control.state().alertPolicies.some((policy) => policy.name === name);
const idOf = (name: string) =>
  cloud.control.state().alertPolicies.find((policy) => policy.name === name)?.id ?? '';

const [created, assigned] = [endId('a1'), endId('a1.2')];

test('in a plan whose steps all end in an hour, the created policy ends after its assignment', async () => {
  const { state, end, said } = await madePlan(cloud, 'Both end', [inAnHour, inAnHour]);
  state.now = noon + hour + 1000;
  await expect(end(created)).rejects.toThrow(NotDue);
  expect(await end(assigned)).toMatchObject([{ kind: 'done' }]);
  expect(await end(created)).toMatchObject([{ kind: 'done' }]);
  expect(isThere('Both end')).toBe(false);
  expect(words(said)).not.toMatch(/Overdue|Not ended/);
});

test('a created policy ends even if its plan assigned it for good', async () => {
  const { state, end } = await madePlan(cloud, 'One ends', [inAnHour]);
  state.now = noon + hour;
  expect(await end(created)).toMatchObject([{ kind: 'done' }]);
  expect(isThere('One ends')).toBe(false);
});

test('a policy that others use for good is not ended, and people read where it is used', async () => {
  const { state, end, said, inLog } = await madePlan(cloud, 'Used', [inAnHour, inAnHour]);
  await account.alertPolicies.assign('de1acmeweb01', idOf('Used'));
  state.now = noon + hour + 1000;
  expect(await end(created)).toMatchObject([{ kind: 'skipped' }]);
  expect(isThere('Used')).toBe(true);
  expect(words(said)).toContain('Somebody assigned it to DE1ACMEWEB01 since, so Skydesk didn’t touch it.');
  expect(words(said)).toContain(`If it should still end, run: alert delete ${idOf('Used')}`);
  expect(JSON.stringify(inLog())).toContain('DE1ACMEWEB01 since, so nothing was changed.');
});

test('an end waits for a temporary use by others: it is tried ever less often, and reported once late', async () => {
  const { state, kept, end, ending, said } = await madePlan(cloud, 'Waits', [inAnHour]);
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
  kept.set(bens.id, { ...bens, status: 'done' });
  await account.alertPolicies.unassign('de1acmeweb01', idOf('Waits'));
  state.now += 4 * minute;
  expect(await end(created)).toMatchObject([{ kind: 'done' }]);
  expect(isThere('Waits')).toBe(false);
});

test('a rollback undoes an assignment before the creation, even if both have an end', async () => {
  const { deps, now, end } = await madePlan(cloud, 'Undone', [inAnHour, inAnHour], { fails: true });
  await settled(now(), deps);
  await end(rollbackId('a1'));
  expect(await end(rollbackId('a1'))).toMatchObject([{ kind: 'done' }, { kind: 'done' }]);
  expect(isThere('Undone')).toBe(false);
});

test('a rollback skips a policy that others use by then', async () => {
  const { deps, now, end } = await madePlan(cloud, 'Kept', [], { fails: true });
  await account.alertPolicies.assign('de1acmeweb01', idOf('Kept'));
  await settled(now(), deps);
  await end(rollbackId('a1'));
  expect(await end(rollbackId('a1'))).toMatchObject([{ kind: 'done' }, { kind: 'skipped' }]);
  expect(isThere('Kept')).toBe(true);
});

import { expect, test } from 'vitest';
import type { Step } from '../../../../src/change/model/step.ts';
import { NotDue } from '../../../../src/core/unavailable.ts';
import { changeUnsent } from '../../../../src/lifecycle/run/change-unsent.ts';
import { changesInMemory } from '../../../support/in-memory/memory.ts';
import { noon, request } from '../../../support/made/requests.ts';

const claimedBy = (run: string, at = noon): Partial<Step> => ({ claimed: { at, job: 'j1', run } });

/** Applies a transition to a step that is claimed like this `now`, and was read like this `then`. */
async function changed(now: Partial<Step>, then: Partial<Step>): Promise<boolean> {
  const { kept, changes } = changesInMemory(request({ id: 'a1', status: 'running' }, now));
  const read = request({ id: 'a1', status: 'running' }, then);
  await changeUnsent(read, 0, (current) => ({ change: { ...current, reason: 'changed' } }), 'j1', {
    changes,
  });
  return kept.get('a1')?.reason === 'changed';
}

test.each<[string, Partial<Step>, Partial<Step>]>([
  ['nobody claimed it', {}, {}],
  ['its claim is the one that was read', claimedBy('r1'), claimedBy('r1')],
])('a run changes a step that it has not sent if %s', async (_, now, then) => {
  expect(await changed(now, then)).toBe(true);
});

test.each<[string, Partial<Step>, Partial<Step>]>([
  ['it was claimed since', claimedBy('r1'), {}],
  ['another run claimed it since', claimedBy('r2'), claimedBy('r1')],
  ['the same run claimed it again since', claimedBy('r1', noon + 1), claimedBy('r1')],
])('its job comes again if %s, since that run may be dead', async (_, now, then) => {
  await expect(changed(now, then)).rejects.toThrow(NotDue);
});

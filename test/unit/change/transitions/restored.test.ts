import { expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import { isRestored } from '../../../../src/change/model/restored-table.ts';
import { closeRestored, completeRestored } from '../../../../src/change/transitions/restored.ts';
import { noon, request, voteOf } from '../../../support/made/requests.ts';

const minute = 60_000;

test.each([
  ['before the restore counts as restored', noon - minute, true],
  ['at the restore counts as restored', noon, true],
  ['a few seconds after the restore, by a clock that is ahead, counts as restored', noon + 5_000, true],
  ['a minute after the restore does not count as restored', noon + minute, false],
])('a request made %s', (_, created, expected) => {
  expect(isRestored(request({ created }), { restoredAt: noon })).toBe(expected);
});

test('no request counts as restored without a restored table', () => {
  expect(isRestored(request({ created: 0 }), {})).toBe(false);
});

test.each([
  ['that is open', request()],
  ['that is approved', request({ status: 'approved', votes: [voteOf('U0BEN')] })],
])('a restored request %s is closed as outdated, and says that it may have been applied', (_, change) => {
  const closed = closeRestored(change, 'j1', noon);
  expect(closed).toMatchObject({
    change: {
      status: 'outdated',
      closed: { event: 'unknown', note: expect.stringContaining('may have been applied') },
    },
  });
  expect(JSON.stringify(closed)).not.toContain('Nothing was changed');
});

/** A plan of three steps: one is done, the next one was claimed, and the last one waits for that. */
function runningPlan(): Change {
  const [step] = request().steps;
  const done = { kind: 'done', answer: [], job: 'a1:run' } as const;
  const claimed = { at: noon, job: 'a1:run:2', run: 'r1' };
  const steps = [
    { ...step, outcome: done },
    { ...step, claimed },
    { ...step, after: 1 },
  ] as const;
  return { ...request({ status: 'running' }), steps };
}

test('the steps of a restored request that was running are unknown for the sweeper, and none counts as not started', () => {
  const closed = completeRestored(runningPlan(), noon);
  const steps = 'change' in closed ? closed.change.steps : [];
  expect(steps.map(({ outcome }) => outcome?.kind)).toEqual(['done', 'unknown', 'unknown']);
  expect(closed).toMatchObject({ change: { status: 'unknown' } });
  expect(JSON.stringify(closed)).not.toMatch(/Nothing was changed|Not started/);
});

test('a step of a restored request whose background job the table knows is followed up', () => {
  const [first, second, third] = runningPlan().steps;
  const accepted = { jobRef: { id: 'job-1' }, at: noon };
  const known = { ...second, claimed: { ...second?.claimed, accepted } } as typeof first;
  const closed = completeRestored({ ...runningPlan(), steps: [first, known, third ?? first] }, noon);
  const steps = 'change' in closed ? closed.change.steps : [];
  expect(steps.map(({ outcome }) => outcome?.kind)).toEqual(['done', undefined, 'unknown']);
});

test.each(['running', 'done', 'rejected', 'outdated'] as const)(
  'a restored request that is %s stays as it is for a job',
  (status) => {
    expect(closeRestored(request({ status }), 'j1', noon)).toHaveProperty('refused');
  },
);

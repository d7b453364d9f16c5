import { expect, test } from 'vitest';
import type { StepOutcome } from '../../../../src/change/model/step.ts';
import { endNow } from '../../../../src/change/transitions/moving.ts';
import { logOutcomes } from '../../../../src/lifecycle/notify/log-outcomes.ts';
import { completeStep } from '../../../../src/lifecycle/run/complete-step.ts';
import { changesInMemory, memory } from '../../../support/in-memory/memory.ts';
import { endOf, endsAt } from '../../../support/made/ends.ts';
import { noon, request } from '../../../support/made/requests.ts';

/* What comes of a step is in the audit log once, however many jobs find it. */

const outcome = (kind: StepOutcome['kind'], job: string): StepOutcome => ({ kind, answer: [], job });

test.each<[StepOutcome['kind'], StepOutcome['kind'], readonly string[]]>([
  ['done', 'done', []],
  ['failed', 'failed', []],
  ['unknown', 'done', ['applied']],
])('of a step that is stored as %s, a look that finds it %s logs %j', async (stored, found, events) => {
  const claimed = { at: noon, job: 'a1:run', run: 'r1' };
  const read = request({ id: 'a1', status: 'running' }, { claimed });
  const { changes } = changesInMemory(
    request({ id: 'a1', status: 'running' }, { claimed, outcome: outcome(stored, 'a1:run:1') }),
  );
  const { deps } = memory({ changes });
  const { result } = await completeStep(read, 0, outcome(found, 'a1:run:2'), deps);
  expect((result.entries ?? []).map(({ event }) => event)).toEqual(events);
});

test('all looks that find a step of unknown outcome applied log that as one cause', async () => {
  const claimed = { at: noon, job: 'a1:run', run: 'r1' };
  const unknown = { claimed, outcome: outcome('unknown', 'sweep') };
  const stored = request({ id: 'a1', status: 'running' }, unknown);
  const { deps } = memory({ changes: changesInMemory(stored).changes });
  const looks = ['a1:run:1', 'a1:look'].map((job) => completeStep(stored, 0, outcome('done', job), deps));
  const causes = (await Promise.all(looks)).map(({ result }) => result.entries?.map(({ cause }) => cause));
  expect(causes).toEqual([['start'], ['start']]);
});

test('an end of unknown outcome that somebody ends again has its unknown outcome in the log', async () => {
  const unknown = endOf({
    status: 'unknown',
    due: ['log'],
    step: { outcome: outcome('unknown', 'e1:run'), claimed: { at: endsAt, job: 'e1:run', run: 'r1' } },
  });
  const again = endNow(unknown, 'U0BEN', endsAt);
  if ('refused' in again) throw new Error(again.refused);
  const { deps, recorded } = memory({});
  await logOutcomes(again.change, deps);
  expect(recorded.map(({ event, request: of }) => `${event} ${of}`)).toEqual(['unknown l1']);
});

test('a worker of an earlier attempt that was given up logs what it did as its own', async () => {
  const step = { attempt: 2, claimed: { at: endsAt, job: 'end-l1:run-2', run: 'r2' } };
  const stored = endOf({ status: 'running', step });
  const { deps } = memory({ changes: changesInMemory(stored).changes });
  const { result } = await completeStep(stored, 0, outcome('done', 'end-l1:run'), deps);
  expect(result.entries?.map(({ event, cause }) => [event, cause])).toEqual([['ended', 'end-l1:run']]);
});

import { expect, test } from 'vitest';
import type { StepOutcome } from '../../../../src/change/model/step.ts';
import { endNow } from '../../../../src/change/transitions/moving.ts';
import { logEnds } from '../../../../src/lifecycle/notify/log-ends.ts';
import { closeStep } from '../../../../src/lifecycle/run/close-step.ts';
import { endOf, endsAt } from '../../ends.ts';
import { changesInMemory, memory } from '../../memory.ts';
import { noon, request } from '../../requests.ts';

/* What comes of a step is in the audit log once, whoever finds it. */

const outcome = (kind: StepOutcome['kind'], job: string): StepOutcome => ({ kind, answer: [], job });

/** Ends a step as two jobs find it, one after the other, after it was stored like this. Resolves to what each of them logs. */
async function foundBy(stored: StepOutcome | undefined, ...kinds: readonly StepOutcome['kind'][]) {
  const claimed = { at: noon, job: 'a1:run', run: 'r1' };
  const read = request({ id: 'a1', status: 'running' }, { claimed });
  const { changes } = changesInMemory(request({ id: 'a1', status: 'running' }, { claimed, outcome: stored }));
  const { deps } = memory({ changes });
  const logged: (readonly string[])[] = [];
  for (const [index, kind] of kinds.entries()) {
    const { result } = await closeStep(read, 0, outcome(kind, `a1:run:${index + 2}`), deps);
    logged.push((result.entries ?? []).map(({ event }) => event));
  }
  return logged;
}

test.each<[StepOutcome['kind'], StepOutcome['kind'], readonly string[]]>([
  ['done', 'done', []],
  ['failed', 'failed', []],
  ['unknown', 'done', ['applied']],
])('of a step that is stored as %s, two looks that find it %s log %j once', async (stored, found, events) => {
  expect(await foundBy(outcome(stored, 'a1:run:1'), found, found)).toEqual([events, []]);
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
  await logEnds(again.change, deps);
  expect(recorded.map(({ event, request: of }) => `${event} ${of}`)).toEqual(['unknown l1']);
});

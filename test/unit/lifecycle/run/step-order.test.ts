import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Change } from '../../../../src/change/model/change.ts';
import type { Transition } from '../../../../src/change/model/changes.ts';
import { summaryOf } from '../../../../src/change/model/outcomes.ts';
import type { Step, StepOutcome } from '../../../../src/change/model/step.ts';
import { claim, complete } from '../../../../src/change/transitions/running.ts';
import type { NonEmpty } from '../../../../src/core/non-empty.ts';
import { outcomeEntries } from '../../../../src/lifecycle/notify/result-of-change.ts';
import { resultOfCompletion } from '../../../../src/lifecycle/run/complete-step.ts';
import { executionsBy } from '../../../../src/lifecycle/run/enqueue-execution.ts';
import type { Execute } from '../../../../src/queue/job.ts';
import { stepOf } from '../../../support/made/changes.ts';
import { executionsOf } from '../../../support/made/executions.ts';
import { noon, request } from '../../../support/made/requests.ts';

const clock = { clock: () => noon };

/** A confirmed request whose steps wait for these positions. */
function withOrder(order: readonly (number | undefined)[]): Change {
  const [first = stepOf(), ...others] = order.map((after, index) =>
    stepOf({ title: `step ${index + 1}`, after }),
  );
  const steps: NonEmpty<Step> = [first, ...others];
  return request({ status: 'approved', approvers: 0, steps });
}

const stepped = (transition: Transition): Change => {
  if ('refused' in transition) throw new Error(transition.refused);
  return transition.change;
};

type Kind = StepOutcome['kind'];

/** Ends the step at `index` as its job does, with the result of the job. */
function finish(change: Change, { id, index }: Execute, kind: Kind) {
  const claimed = stepped(claim(change, index, { job: id, run: 'r1' }, noon));
  const ended = stepped(complete(claimed, index, { kind, answer: [], job: id }, noon));
  return { change: ended, said: resultOfCompletion(ended, id, clock), next: executionsBy(ended, id, noon) };
}

const events = (change: Change, job: string) =>
  outcomeEntries(change, job, clock).map(({ event, request: id, note }) =>
    [event, id, note].filter(Boolean).join(' '),
  );

describe('a step that waits for another', () => {
  const chain = withOrder([undefined, 0, 1, undefined]);
  const [first] = executionsOf(chain, noon);
  if (!first) throw new Error('The first step is due');

  test('is due once the other is done', () => {
    expect(executionsOf(chain, noon).map(({ id }) => id)).toEqual(['a1:run', 'a1.4:run']);
    const { next } = finish(chain, first, 'done');
    expect(next.map(({ id }) => id)).toEqual(['a1.2:run']);
  });

  test.each<[Kind, string]>([
    ['failed', 'Not started: step 1 failed.'],
    ['unknown', 'Not started: the outcome of step 1 is unknown.'],
  ])('fails if the other is %s, and so do the steps that wait for it', (kind, note) => {
    const { change, next } = finish(chain, first, kind);
    expect(change.status).toBe('running');
    expect(next).toEqual([]);
    expect(events(change, first.id)).toEqual([`${kind} a1`, `failed a1.2 ${note}`, `failed a1.3 ${note}`]);
    expect(executionsOf(change, noon).map(({ id }) => id)).toEqual(['a1.4:run']);
  });
});

/** Up to 50 steps, each of which waits for none or for an earlier one. */
const orders = fc
  .array(fc.option(fc.nat(), { nil: undefined }), { minLength: 1, maxLength: 50 })
  .map((picks) => picks.map((pick, index) => (pick === undefined || index === 0 ? undefined : pick % index)));
const kinds = fc.array(fc.constantFrom<Kind[]>('done', 'done', 'done', 'failed', 'unknown'), {
  minLength: 50,
  maxLength: 50,
});

test('each step ends once and is reported truly, in whichever order and however often jobs come', () => {
  fc.assert(
    fc.property(orders, kinds, fc.array(fc.nat(), { maxLength: 200 }), (order, outcomes, picks) => {
      let change = withOrder(order);
      const queue = [...executionsOf(change, noon)];
      const handled = new Set<string>();
      const made: number[] = [];
      const told: string[] = [];
      const turns = [...picks];
      while (queue.some(({ id }) => !handled.has(id))) {
        const job = queue[(turns.pop() ?? queue.findIndex(({ id }) => !handled.has(id))) % queue.length];
        if (!job) break;
        if (handled.has(job.id)) {
          // It is delivered again, and has the same result.
          expect(resultOfCompletion(change, job.id, clock).entries).toEqual(
            outcomeEntries(change, job.id, clock),
          );
          continue;
        }
        handled.add(job.id);
        const kind = outcomes[job.index] ?? 'done';
        if (kind === 'done') made.push(job.index);
        const { change: now, said, next } = finish(change, job, kind);
        change = now;
        told.push(...(said.entries ?? []).map(({ request: id }) => id));
        queue.push(...next);
      }
      const kindsOf = change.steps.map(({ outcome }) => outcome?.kind);
      expect(kindsOf).not.toContain(undefined);
      expect(change.closed).toBeDefined();
      expect(told.toSorted()).toEqual([...new Set(told)].toSorted());
      expect(told).toHaveLength(order.length);
      expect(kindsOf.flatMap((kind, index) => (kind === 'done' ? [index] : []))).toEqual(
        made.toSorted((a, b) => a - b),
      );
      expect(summaryOf(change.steps)).toContain(`${made.length} of ${order.length} done`);
      order.forEach((after, index) => {
        if (after !== undefined && kindsOf[after] !== 'done') expect(kindsOf[index]).toBe('failed');
      });
    }),
    { numRuns: 60 },
  );
});

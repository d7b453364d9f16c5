import { type Change, requestName } from '../../change/model/change.ts';
import { endId, rollbackId } from '../../change/model/ids.ts';
import { type ChangeStep, idOfStep, type Step } from '../../change/model/step.ts';
import { stepsToUndo, whyUndone } from '../../change/model/steps-to-undo.ts';
import type { Undo } from '../../change/model/undo.ts';
import { reversalFrom } from '../../change/transitions/beginning.ts';
import type { Instant } from '../../core/clock.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { EndDependencies } from '../notify/lifecycle-dependencies.ts';
import { claimUndo } from '../request/use-offers.ts';
import { approversOf } from '../run/end-of-step.ts';
import { enqueueAfter } from '../run/enqueue-execution.ts';

/**
 * Stores a rollback: a change that undoes the completed steps of a failed all-or-nothing plan, last step first. It needs no
 * approval, since the approvers of the plan agreed to it. It uses the Undo of each step, or takes the place of its end in turn
 * (`takeOver`). Each step is applied at most once, skipped if somebody changed the resource, and retried if the cloud API can't
 * be reached. Safe to repeat. Rejects if a later attempt makes sense.
 */
export async function undoPlan(change: Change, deps: EndDependencies): Promise<void> {
  const steps: Step[] = [];
  for (const changeStep of stepsToUndo(change)) {
    const undoing = await undoingOf(change, changeStep, deps);
    if (undoing) steps.push(undoing);
  }
  const [first, ...others] = steps;
  if (first) await store(rollbackOf(change, inOrder(first, others), deps.clock()), deps);
}

/** Makes each step wait for the one before it. */
const inOrder = (first: Step, others: readonly Step[]): NonEmpty<Step> => [
  first,
  ...others.map((step, at): Step => ({ ...step, after: at })),
];

/** Stores a rollback and queues its due steps. If it is stored already, uses that version. */
async function store(rollback: Change, deps: EndDependencies): Promise<void> {
  await deps.changes.put(rollback);
  await enqueueAfter((await deps.changes.get(rollback.id)) ?? rollback, rollback.job, deps);
}

/** Resolves to the step that undoes another one; undefined if that is undone already. */
async function undoingOf(
  change: Change,
  changeStep: ChangeStep,
  deps: EndDependencies,
): Promise<Step | undefined> {
  const id = idOfStep(changeStep);
  if (changeStep.step.ends) {
    const end = await deps.changes.get(endId(id));
    return end && !end.steps[0].outcome ? fromEnd(end.steps[0]) : undefined;
  }
  const used = await claimUndo(id, { person: change.requester, job: `${change.id}:undo-plan` }, deps);
  return 'undo' in used ? stepFrom(used.undo) : undefined;
}

/** Returns the step of an end for a rollback, without its time. */
const fromEnd = (step: Step): Step => {
  const { startsAt: _, attempt: __, refusals: ___, retryAt: ____, ...waiting } = step;
  const { failure: _____, claimed: ______, ...rest } = waiting;
  return rest;
};

function stepFrom({ operation, raw, line, subject, state, ...changeStep }: Undo): Step {
  const { account, title, action, phrase, targets, target, until } = changeStep.step;
  const undoes = { id: idOfStep(changeStep), subject, state };
  const more = { ...(target && { target }), ...(until !== undefined && { until }) };
  return { operation, raw, line, account, title, action, phrase, targets, ...more, undoes };
}

const rollbackOf = (change: Change, steps: Change['steps'], now: Instant): Change =>
  reversalFrom(
    change,
    {
      id: rollbackId(change.id),
      job: `${change.id}:undo-plan`,
      steps,
      reversal: {
        cause: 'failure',
        request: requestName(change),
        approvers: approversOf(change),
        because: whyUndone(change),
      },
      expires: now,
    },
    now,
  );

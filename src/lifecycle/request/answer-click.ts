import { context } from '../../answer/answer.ts';
import { agreedEntries } from '../../audit-log/entries.ts';
import { needsApproval } from '../../change/model/approval.ts';
import { type Change, isClaimedByClick } from '../../change/model/change.ts';
import { endMovedBy } from '../../change/model/end-target.ts';
import { stepsOf } from '../../change/model/step.ts';
import { isClosedBy } from '../../change/transitions/status.ts';
import { outcomeOf } from '../../change/words/outcome-in-words.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import type { Instant } from '../../core/clock.ts';
import type { DecisionMade } from '../../queue/job.ts';
import type { Delivery, Result } from '../../queue/result.ts';
import type { TransitionDependencies } from '../notify/lifecycle-dependencies.ts';
import { outcomeEntries, updated } from '../notify/result-of-change.ts';
import { type Completed, completeUnsent } from '../run/complete-step.ts';
import { executeClaimed } from '../run/execute.ts';
import { type RecoverDependencies, recoverStep } from '../run/recover-run.ts';
import { type ApprovedRunDependencies, lookedAt, withRetry } from '../run/run-of-step.ts';
import { StartNotLogged } from '../run/run-step.ts';
import { requestedNote } from '../views/describe-plan.ts';
import { resultAnswer } from '../views/status-answer.ts';
import type { Stored } from './confirmed-change.ts';
import { postStored } from './request-approval.ts';

/*
 * What follows once a click has stored what its requester confirmed. It is the same for the first delivery of the click and for all later ones.
 */

/** Requests the approval of a stored change, runs the step that the click has claimed, or leaves the steps to jobs of their own. */
export async function carryOn(stored: Stored, deps: ApprovedRunDependencies): Promise<Result> {
  const { change } = stored;
  if (needsApproval(change)) return postStored(change, deps);
  const isOfClick = isClaimedByClick(change) || isClosedBy(change, change.job);
  return isOfClick ? answerClick(await runClaimed(stored, deps), deps.clock()) : accepted(change, deps);
}

/**
 * Recovers a click whose worker died, and answers it. Resolves to undefined if it can be processed from the start: it has not claimed a step,
 * or not sent it.
 */
export async function recoverClick(
  { on, id }: DecisionMade,
  deps: RecoverDependencies,
): Promise<Result | undefined> {
  const change = await deps.changes.get(on);
  if (change?.steps[0].claimed?.job !== id) return undefined;
  const recovered = await recoverStep(change, 0, { id }, deps);
  return recovered && answerClick(recovered, deps.clock());
}

/** Runs the step that a click has claimed, or finds what came of it in an earlier run. */
function runClaimed({ change, judged }: Stored, deps: ApprovedRunDependencies): Promise<Completed> {
  return executeClaimed(change, deps, judged).catch((error: unknown) => {
    // Unless this run stored the change, an earlier one may have started it.
    if (!(error instanceof StartNotLogged && judged)) throw error;
    const outcome = { kind: 'failed', ...whyNotRun.logAway(), job: change.job } as const;
    const [changeStep] = stepsOf(change);
    return completeUnsent(change, 0, withRetry(outcome, lookedAt(judged), changeStep, error), deps);
  });
}

/** Returns the result of storing a change whose steps have jobs of their own: its message is posted, then they are executed. */
const accepted = (change: Change, deps: TransitionDependencies): Result => ({
  deliveries: [removePreview],
  entries: [
    ...agreedEntries('requested', change, deps, { note: requestedNote(change) }),
    ...agreedEntries('confirmed', change, deps),
    ...outcomeEntries(change, change.job, deps),
  ],
  outcome: 'accepted',
  ...updated(change),
});

/** Deletes the preview of a confirmed change, whose message is posted. */
const removePreview: Delivery = {
  kind: 'remove',
  answer: [context('Confirmed. The preview above is out of date.')],
};

/**
 * Adds the answer to a click to what came of its change. One that the click closed is posted if something was or may have been changed, and
 * the sweeper has not posted it; otherwise its requester alone reads why, in place of the preview.
 */
function answerClick({ change, result }: Completed, now: Instant): Result {
  const { deliveries, changes = [] } = result;
  if (!isClosedBy(change, change.job))
    return { ...result, deliveries: deliveries.length > 0 ? [removePreview, ...deliveries] : [] };
  const others = changes.filter((touched) => touched.change !== change.id);
  const end = { handled: ['log', 'card', 'requester', 'channel'] } as const;
  return {
    ...result,
    deliveries: shown(change, now),
    changes: [{ change: change.id, end }, ...others],
    isRepeatable: true,
  };
}

const isPublic: readonly Change['status'][] = ['done', 'unknown'];

function shown(change: Change, now: Instant): readonly Delivery[] {
  if (!isPublic.includes(change.status)) return [{ kind: 'replace', answer: outcomeOf(change, now) }];
  if (!change.due?.includes('channel')) return [removePreview];
  const shows = { change: change.id, end: endMovedBy(change) };
  return [removePreview, { kind: 'post', answer: resultAnswer(change, now), shows }];
}

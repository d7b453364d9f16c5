import { failed, note } from '../../answer/answer.ts';
import { errorName } from '../../answer/user-error.ts';
import { reason } from '../../audit-log/entries.ts';
import type { Change } from '../../change/model/change.ts';
import { endId, mayUndo } from '../../change/model/ids.ts';
import { isLate, type Reversal } from '../../change/model/reversal.ts';
import type { ChangeStep, StepOutcome } from '../../change/model/step.ts';
import { giveWay, tryAgain } from '../../change/transitions/moving.ts';
import { complete } from '../../change/transitions/running.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { NotDue } from '../../core/unavailable.ts';
import { explain, isExpected } from '../../evaluate/describe-error.ts';
import type { Result } from '../../queue/result.ts';
import { updated } from '../notify/result-of-change.ts';
import { changeUnsent } from './change-unsent.ts';
import { type Checked, checkEnd, NeedsPerson, type ReversalStep, StillUsed } from './check-end.ts';
import { completeUnsent } from './complete-step.ts';
import { resourcesToHold } from './resources-to-hold.ts';
import { type ApprovedRunDependencies, runOfStep } from './run-of-step.ts';
import { type Run, runStep, withhold } from './run-step.ts';

/**
 * Runs a step of an end or a rollback, at most once per attempt, unless somebody changed the resource. People agreed to it with
 * the change that it undoes, so it needs no approval, no policy and no answer from Slack. A rejection other than
 * `OutcomeNotStored` means that nothing was sent.
 */
export async function runReversal(
  { change, changeStep }: ReversalStep,
  job: string,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  const over = await takeOver(change, changeStep, job, deps);
  if (over) {
    const { index } = changeStep;
    const completing = (current: Change) => complete(current, index, over, deps.clock());
    // The job of that end has logged it.
    await changeUnsent(change, index, completing, over.job, deps);
    return { deliveries: [], ...updated(change) };
  }
  const { resources, busyWith } = await resourcesToHold(changeStep, deps);
  // Waits for a running change, whose effect could look like somebody else's.
  if (busyWith) throw new NotDue(job);
  let found: Checked;
  try {
    found = await checkEnd({ change, changeStep }, deps);
  } catch (error) {
    if (error instanceof StillUsed && waitsQuietly(change, changeStep, deps)) throw new NotDue(job);
    await withhold(changeStep, job, deps);
    return attemptFailed(change, changeStep, job, error, deps);
  }
  if ('unsent' in found) {
    await withhold(changeStep, job, deps);
    return (await completeUnsent(change, changeStep.index, { ...found.unsent, job }, deps)).result;
  }
  const run = runOfStep(change, found.changeStep, { ...found, resources }, job, deps);
  return (await runStep(found.why === undefined ? run : saying(found.why, run), job, deps)).result;
}

/** Returns a run that adds a note to what people read, and to the audit log, once it is done. */
const saying = <Came>(why: string, run: Run<Came>): Run<Came> => ({
  ...run,
  complete: (completion, error) =>
    run.complete(
      completion.kind === 'done'
        ? { ...completion, answer: [...completion.answer, note(why)], note: why }
        : completion,
      error,
    ),
});

/**
 * In a rollback, cancels the end of a step that ends by itself; waits if that end is already running. Resolves to the outcome
 * of the end if it is over.
 */
async function takeOver(
  change: Reversal,
  { step: { undoes } }: ChangeStep,
  job: string,
  { changes, clock }: ApprovedRunDependencies,
): Promise<StepOutcome | undefined> {
  if (change.reversal.cause === 'time' || !undoes || !mayUndo(change.id, undoes.id)) return undefined;
  const end = await changes.get(endId(undoes.id));
  if (!end) return undefined;
  const given = await changes.change(end.id, (current) => giveWay(current, clock()));
  if ('change' in given) return undefined;
  const { outcome } = (await changes.get(end.id))?.steps[0] ?? {};
  if (!outcome) throw new NotDue(job);
  return outcome;
}

/** Returns whether it waits for its users silently: until it is late, since the ends of a plan come one after another. */
const waitsQuietly = (
  end: Reversal,
  { step: { startsAt = end.created } }: ChangeStep,
  { clock }: ApprovedRunDependencies,
): boolean => !isLate(startsAt, end, clock());

/** Records an attempt that sent nothing, for a retry. */
async function attemptFailed(
  change: Reversal,
  { index }: ChangeStep,
  job: string,
  error: unknown,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  deps.log('not ended', { change: change.id, error: errorName(error) });
  const answer = isExpected(error)
    ? explain(error).slice(0, error instanceof NeedsPerson ? 3 : 1)
    : [failed(whyNotRun.stateUnread)];
  const attempt = {
    job,
    answer,
    note: reason(error),
    isPassing: !(error instanceof StillUsed || error instanceof NeedsPerson),
  };
  const retried = (current: Change) => tryAgain(current, index, attempt, deps.clock());
  const written = await changeUnsent(change, index, retried, job, deps);
  return 'refused' in written ? { deliveries: [] } : { deliveries: [], ...updated(change) };
}

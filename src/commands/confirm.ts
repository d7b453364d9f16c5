import type { CardDependencies, TransitionDependencies } from '../approvals/approval-dependencies.ts';
import { goOnRunning, isStored, storeConfirmed } from '../approvals/confirmed-request.ts';
import { lacking, postStored, requestApproval, tooManyOpen } from '../approvals/request-approval.ts';
import { auditEntries, reason } from '../audit-log/entries.ts';
import { type ChangeEvaluation, evaluateChange, stepsFrom } from '../changes/evaluate-change.ts';
import type { EvidenceDependencies, ExecuteDependencies } from '../changes/execute-step.ts';
import { prepareChange } from '../changes/prepare-change.ts';
import { type Answer, buttons, commandButton, context, failed, note } from '../core/answer.ts';
import { needsApproval } from '../core/approval.ts';
import { type Change, idOfStep, titleOf } from '../core/change.ts';
import type { Clock } from '../core/clock.ts';
import { changedInNewVersion } from '../core/new-version.ts';
import { mapNonEmpty } from '../core/non-empty.ts';
import type { Prepared } from '../core/operation.ts';
import type { DecisionResult, PendingChange, PendingChanges } from '../core/pending-change.ts';
import type { Undo, UndoStore } from '../core/undo.ts';
import type { Context } from '../operations/shared/context.ts';
import { explain, isExpected } from '../requests/describe-error.ts';
import type { DecisionMade } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { denied } from '../requests/who-can.ts';
import { changedNothing, changedSince, claimUndo } from '../undo/claim.ts';
import { whyNotPrepared } from './parse/prepare-request.ts';
import { retryButtons } from './retry-buttons.ts';
import { runChange, stopped } from './run-change.ts';

/**
 * How long after its preview has expired a change that was confirmed in time may still begin, in milliseconds: longer than
 * a job is in the queue. A change that was a dead letter for hours is no longer expected.
 */
const maxDelay = 45 * 60_000;

/** Dependencies for a decision on a previewed change. */
export interface DecideDependencies {
  readonly clock: Clock;
  readonly pendingChanges: Pick<PendingChanges, 'decide'>;
}

/** Dependencies for running a confirmed change, or for requesting its approval. */
export type ConfirmDependencies = DecideDependencies &
  ExecuteDependencies &
  TransitionDependencies &
  CardDependencies &
  EvidenceDependencies & { readonly undoStore: Pick<UndoStore, 'use'> };

type Refused = Extract<DecisionResult, { refused: string }>;

const refusals: Readonly<Record<Exclude<Refused['refused'], 'expired'>, string>> = {
  unknown: 'This preview is no longer available.',
  'not yours': 'Only the requester can confirm or cancel this.',
  'confirmed before': 'This was already confirmed.',
  'cancelled before': 'This was already cancelled.',
};

/** Says why a click on a preview does not count. */
export function refuseClick(why: Refused): Result {
  if (why.refused === 'expired') return expired(why.pending);
  const answer = [note(refusals[why.refused])];
  return { deliveries: [{ kind: why.refused === 'not yours' ? 'ephemeral' : 'replace', answer }] };
}

/** For a preview that was not confirmed in time, with a button that runs its command. */
const expired = ({ steps }: Change): Result => ({
  deliveries: [
    {
      kind: 'replace',
      answer: [note('This preview expired. Run the command again.'), ...previewAgain(steps)],
    },
  ],
});

/** A button that previews a change as it would be now; none for several steps, which no command requests. */
const previewAgain = ([{ line }, ...others]: Change['steps']): Answer =>
  others.length === 0 ? [buttons(commandButton('Preview Again', line))] : [];

/** Drops a change that its requester previewed. */
export async function cancelChange(job: DecisionMade, deps: DecideDependencies): Promise<Result> {
  const decided = await deps.pendingChanges.decide(job.pending, job.replyTo.person, 'cancel', job.id);
  if ('refused' in decided) return refuseClick(decided);
  const { pending } = decided;
  return {
    deliveries: [{ kind: 'replace', answer: [context(`Cancelled · ${titleOf(pending)}`)] }],
    entries: auditEntries('withdrawn', pending, deps),
  };
}

/** Runs a change that its requester confirmed, at most once, or asks approvers for it. */
export async function confirmChange(job: DecisionMade, deps: ConfirmDependencies): Promise<Result> {
  const decided = await deps.pendingChanges.decide(job.pending, job.replyTo.person, 'confirm', job.id);
  if ('refused' in decided) return refuseClick(decided);
  const { pending, redelivered } = decided;
  if (redelivered) {
    // Requested by an earlier delivery, so it stays requested: others may have voted on it by now.
    const requested = await deps.approvals.get(pending.id);
    if (requested)
      return needsApproval(requested) ? postStored(requested, deps) : goOnRunning(requested, deps);
    if (deps.clock() >= pending.expires + maxDelay) return expired(pending);
  }
  const claim = await claimUndo(pending, job, deps);
  if (claim.kind === 'refused') return stopped(pending, claim.answer, 'Its Undo was used already.', deps);
  const result = await runOrRequestApproval(pending, job, deps, claim.undo);
  return claim.undo && changedNothing(result) ? { ...result, unused: idOfStep(claim.undo) } : result;
}

/** A step with the command that its requester typed, not the one with the ids that its names stood for. */
const asTyped = (prepared: Prepared<Context>, { steps: [{ line }] }: Change): Prepared<Context> => ({
  ...prepared,
  line,
});

/** Evaluates a confirmed change once more, then runs it, asks approvers for it, or says why neither is possible. */
async function runOrRequestApproval(
  pending: PendingChange,
  job: DecisionMade,
  deps: ConfirmDependencies,
  undo?: Undo,
): Promise<Result> {
  const stop = (answer: Answer, why: string): Result => stopped(pending, answer, why, deps);
  const preparation = prepareChange(pending.steps);
  if (preparation.kind !== 'prepared')
    return stop(whyNotPrepared(preparation), changedInNewVersion('command'));

  const { prepared } = preparation;
  let evaluation: ChangeEvaluation;
  try {
    evaluation = await evaluateChange(prepared, job.replyTo, deps, {
      undoes: undo?.subject,
      timings: pending.steps,
    });
  } catch (error) {
    if (!isExpected(error)) throw error;
    return stop([...explain(error), ...retryButtons(asTyped(prepared[0], pending), error)], reason(error));
  }
  const { title, decision, state } = evaluation;
  const changed = undo && state && changedSince(undo, state);
  if (changed) return stop(changed, 'Somebody changed it since.');
  const change: Change = {
    ...pending,
    replyTo: job.replyTo,
    steps: mapNonEmpty(stepsFrom(evaluation), (step, index) => ({
      ...pending.steps[index],
      ...step,
      line: pending.steps[index]?.line ?? step.line,
    })),
    undoes: undo && { id: idOfStep(undo), subject: undo.subject, usedBy: job.id },
  };
  if (change.steps.some((step, index) => step.title !== pending.steps[index]?.title)) {
    const sentence = 'It changed since you saw the preview. Nothing was changed.';
    return stop([failed(sentence), note(`Now: ${title}`), ...previewAgain(pending.steps)], sentence);
  }
  if (decision.kind === 'deny') return stop(denied(decision), decision.why);
  if (decision.kind !== 'requestApproval') {
    const points = decision.kind === 'confirm' ? decision.points : [];
    const result = isStored(change, deps.clock())
      ? await storeConfirmed({ change, job: job.id, evaluation, points }, deps)
      : await runChange(change, evaluation, job, deps);
    return undo && !changedNothing(result)
      ? { ...result, used: { undo: idOfStep(undo), by: change.requester } }
      : result;
  }

  const missing = lacking(change, decision) ?? (await tooManyOpen(pending.requester, pending.id, deps));
  if (missing) return stop([failed(`${missing} Nothing was changed.`)], missing);
  return requestApproval({ change, job: job.id, evaluation, decision }, deps);
}

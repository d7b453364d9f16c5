import { errorName } from '../answer/user-error.ts';
import { type Approval, type Due, dues } from '../change/model/approval.ts';
import { narrowerId } from '../change/model/ids.ts';
import { usedUndos } from '../change/transitions/phase.ts';
import { storeDue } from '../change/transitions/sent-messages.ts';
import { Unavailable } from '../core/unavailable.ts';
import type { EndedRequest } from '../queue/result.ts';
import { rememberButtons } from '../undo/remember-buttons.ts';
import { removeUsedUndo, showUndoAgain } from '../undo/shown-undos.ts';
import type { EndDependencies } from './approval-dependencies.ts';
import { refresh, replyInThread } from './notify.ts';
import { progressAnswer } from './progress-answer.ts';
import { report } from './report.ts';
import { outcomeAnswer } from './status-answer.ts';
import { suggestionOutcome } from './thread-replies.ts';
import { undoPlan } from './undo-plan.ts';

/**
 * Does what is due about the end of a request, but for what is `notified` already. Resolves to what is worth another
 * attempt later.
 */
export async function announceEnd(
  approval: Approval,
  notified: readonly Due[],
  deps: EndDependencies,
): Promise<readonly Due[]> {
  const { due = [] } = approval;
  const tasks: Readonly<Record<Exclude<Due, 'log'>, () => Promise<boolean>>> = {
    plan: () => undoPlan(approval, deps),
    card: () => showEnd(approval, deps),
    requester: () => tellOutcome(approval, deps),
    channel: () => tellChannel(approval, deps),
    suggester: () => tellSuggester(approval, deps),
    undo: () => endUndos(approval, deps),
  };
  const left: Due[] = [];
  for (const task of dues) {
    if (task === 'log' || !due.includes(task) || notified.includes(task)) continue;
    if (!(await tasks[task]())) left.push(task);
  }
  return left;
}

/**
 * Announces the end of a request that a job ended. What is worth another attempt is left to the sweeper, with the audit log
 * unless that has the end: `logged`. Never rejects.
 */
export async function finishEnd(
  { approval: id, notified }: EndedRequest,
  job: string,
  logged: boolean,
  deps: EndDependencies,
): Promise<void> {
  try {
    const approval = await deps.approvals.get(id);
    if (!approval) return;
    const left = await announceEnd(approval, ['log', 'channel', ...notified], deps);
    const still: readonly Due[] = logged ? left : [...left, 'log'];
    await deps.approvals.change(id, (current) => storeDue(current, job, still));
  } catch (error) {
    deps.log('end not announced', { approval: id, error: errorName(error) });
  }
}

/** Brings the messages up to date. False where it is worth another attempt later. */
async function showEnd(approval: Approval, deps: EndDependencies): Promise<boolean> {
  const isShown = await refresh(approval, deps);
  if (approval.progress) await rememberButtons(progressAnswer(approval), approval.progress, deps);
  return isShown;
}

/** Sends the requester a new direct message with the outcome. False where it is worth another attempt later. */
async function tellOutcome(approval: Approval, deps: EndDependencies): Promise<boolean> {
  const answer = outcomeAnswer(approval);
  try {
    await rememberButtons(answer, await deps.messenger.send(approval.requester, answer), deps);
    return true;
  } catch (error) {
    deps.log('requester not told', { approval: approval.id, error: errorName(error) });
    return !(error instanceof Unavailable);
  }
}

/** Tells the channel of the request how an approved change ended. False where it is worth another attempt later. */
async function tellChannel(approval: Approval, deps: EndDependencies): Promise<boolean> {
  const answer = report(approval);
  try {
    if (answer) await rememberButtons(answer, await deps.messenger.post(approval.replyTo, answer), deps);
    return true;
  } catch (error) {
    deps.log('end not reported', { approval: approval.id, error: errorName(error) });
    return !(error instanceof Unavailable);
  }
}

/** Tells the approver whose suggestion is pending what came of it, in the thread of the card. */
async function tellSuggester(approval: Approval, deps: EndDependencies): Promise<boolean> {
  try {
    const isReplaced = approval.phase === 'superseded';
    const narrower = isReplaced ? await deps.approvals.get(narrowerId(approval.id)) : undefined;
    const answer = suggestionOutcome(approval, narrower);
    if (answer) await replyInThread(approval, answer, deps);
    return true;
  } catch (error) {
    deps.log('suggester not told', { approval: approval.id, error: errorName(error) });
    return false;
  }
}

/** Says who used the Undos that a request was for, and offers those again of which nothing came. */
async function endUndos(approval: Approval, deps: EndDependencies): Promise<boolean> {
  try {
    for (const { undoes, isDone } of usedUndos(approval)) {
      if (isDone) await removeUsedUndo(undoes.id, approval.requester, deps);
      else {
        await deps.undoStore.giveBack(undoes.id, undoes.usedBy);
        await showUndoAgain(undoes.id, deps);
      }
    }
    return true;
  } catch (error) {
    deps.log('undo not given back', { approval: approval.id, error: errorName(error) });
    return false;
  }
}

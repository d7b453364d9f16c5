import { errorName } from '../answer/user-error.ts';
import { type Change, type Due, dues } from '../change/model/change.ts';
import { narrowerId } from '../change/model/ids.ts';
import { storeDue } from '../change/transitions/sent-messages.ts';
import { usedUndos } from '../change/transitions/status.ts';
import { Unavailable } from '../core/unavailable.ts';
import type { EndedRequest } from '../queue/result.ts';
import { rememberButtons } from '../undo/remember-buttons.ts';
import { removeUsedUndo, showUndoAgain } from '../undo/shown-undos.ts';
import { giveBackUndo } from '../undo/undos.ts';
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
  change: Change,
  notified: readonly Due[],
  deps: EndDependencies,
): Promise<readonly Due[]> {
  const { due = [] } = change;
  const tasks: Readonly<Record<Exclude<Due, 'log'>, () => Promise<boolean>>> = {
    plan: () => undoPlan(change, deps),
    card: () => showEnd(change, deps),
    requester: () => tellOutcome(change, deps),
    channel: () => tellChannel(change, deps),
    suggester: () => tellSuggester(change, deps),
    undo: () => endUndos(change, deps),
  };
  const left: Due[] = [];
  for (const task of dues) {
    if (task === 'log' || !due.includes(task) || notified.includes(task)) continue;
    if (!(await tasks[task]())) left.push(task);
  }
  return left;
}

/**
 * Announces the end of a request that a job ended, and logged. What is worth another attempt is left to the sweeper. Never rejects.
 */
export async function finishEnd(
  { change: id, notified }: EndedRequest,
  job: string,
  deps: EndDependencies,
): Promise<void> {
  try {
    const change = await deps.changes.get(id);
    if (!change) return;
    const left = await announceEnd(change, ['log', 'channel', ...notified], deps);
    await deps.changes.change(id, (current) => storeDue(current, job, left), change);
  } catch (error) {
    deps.log('end not announced', { change: id, error: errorName(error) });
  }
}

/** Brings the messages up to date. False where it is worth another attempt later. */
async function showEnd(change: Change, deps: EndDependencies): Promise<boolean> {
  const isShown = await refresh(change, deps);
  if (change.progress) await rememberButtons(progressAnswer(change), change.progress, deps);
  return isShown;
}

/** Sends the requester a new direct message with the outcome. False where it is worth another attempt later. */
async function tellOutcome(change: Change, deps: EndDependencies): Promise<boolean> {
  const answer = outcomeAnswer(change);
  try {
    await rememberButtons(answer, await deps.messenger.send(change.requester, answer), deps);
    return true;
  } catch (error) {
    deps.log('requester not told', { change: change.id, error: errorName(error) });
    return !(error instanceof Unavailable);
  }
}

/** Tells the channel of the request how an approved change ended. False where it is worth another attempt later. */
async function tellChannel(change: Change, deps: EndDependencies): Promise<boolean> {
  const answer = report(change);
  try {
    if (answer) await rememberButtons(answer, await deps.messenger.post(change.replyTo, answer), deps);
    return true;
  } catch (error) {
    deps.log('end not reported', { change: change.id, error: errorName(error) });
    return !(error instanceof Unavailable);
  }
}

/** Tells the approver whose suggestion is pending what came of it, in the thread of the card. */
async function tellSuggester(change: Change, deps: EndDependencies): Promise<boolean> {
  try {
    const isReplaced = change.status === 'superseded';
    const narrower = isReplaced ? await deps.changes.get(narrowerId(change.id)) : undefined;
    const answer = suggestionOutcome(change, narrower);
    if (answer) await replyInThread(change, answer, deps);
    return true;
  } catch (error) {
    deps.log('suggester not told', { change: change.id, error: errorName(error) });
    return false;
  }
}

/** Says who used the Undos that a request was for, and offers those again of which nothing came. */
async function endUndos(change: Change, deps: EndDependencies): Promise<boolean> {
  try {
    for (const { undoes, isDone } of usedUndos(change)) {
      if (isDone) await removeUsedUndo(undoes.id, change.requester, deps);
      else {
        await giveBackUndo(undoes.id, undoes.usedBy, deps);
        await showUndoAgain(undoes.id, deps);
      }
    }
    return true;
  } catch (error) {
    deps.log('undo not given back', { change: change.id, error: errorName(error) });
    return false;
  }
}

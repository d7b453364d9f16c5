import { errorName } from '../../answer/user-error.ts';
import { type Change, type Due, dues } from '../../change/model/change.ts';
import { narrowerId } from '../../change/model/ids.ts';
import type { PostedMessage } from '../../change/model/posted-message.ts';
import { storeTold } from '../../change/transitions/sent-messages.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { refresh, replyInThread } from '../tell/keep-messages.ts';
import type { EndDependencies } from '../tell/lifecycle-dependencies.ts';
import { refreshResults, showUndone } from '../tell/refresh-results.ts';
import { draw, hashOf, shownAs } from '../views/draw-change.ts';
import { report } from '../views/report-in-channel.ts';
import { outcomeAnswer } from '../views/status-answer.ts';
import { suggestionOutcome } from '../views/thread-replies.ts';
import { undoPlan } from './undo-plan.ts';

/** What came of announcing the end of a request: what is worth another attempt later, and the messages that show the end. */
interface Announced {
  readonly left: readonly Due[];
  readonly posted: readonly PostedMessage[];
}

/** Does what is due about the end of a request, but for what is `told` already. */
export async function announceEnd(
  change: Change,
  told: readonly Due[],
  deps: EndDependencies,
): Promise<Announced> {
  const { due = [] } = change;
  const posted: PostedMessage[] = [];
  const keep = (message: PostedMessage): void => void posted.push(message);
  const tasks: Readonly<Partial<Record<Due, () => Promise<boolean>>>> = {
    plan: () => undoPlan(change, deps),
    card: () => refresh(change, deps),
    requester: () => tellOutcome(change, keep, deps),
    channel: () => tellChannel(change, keep, deps),
    suggester: () => tellSuggester(change, deps),
    undo: () => endUndos(change, deps),
  };
  const left: Due[] = [];
  for (const task of dues) {
    if (!due.includes(task) || told.includes(task)) continue;
    if ((await tasks[task]?.()) === false) left.push(task);
  }
  return { left, posted };
}

/**
 * Announces the end of a request that a job ended, and logged. `told`: what its deliveries tell of that; `posted`: the messages of
 * the job that show it. What is worth another attempt is left to the sweeper. Never rejects.
 */
export async function finishEnd(
  id: string,
  { told, posted }: { readonly told: readonly Due[]; readonly posted: readonly PostedMessage[] },
  job: string,
  deps: EndDependencies,
): Promise<void> {
  try {
    const change = await deps.changes.get(id);
    if (!change) return;
    const announced = await announceEnd(change, ['log', 'channel', ...told], deps);
    await keepTold(change, job, { ...announced, posted: [...posted, ...announced.posted] }, deps);
  } catch (error) {
    deps.log('end not announced', { change: id, error: errorName(error) });
  }
}

/**
 * Keeps what was announced of the end of a request. A message that was overtaken, such as by an end that was moved before the
 * message was known, is brought up to date.
 */
export async function keepTold(
  change: Change,
  job: string,
  announced: Announced,
  deps: EndDependencies,
): Promise<void> {
  const now = deps.clock();
  const told = await deps.changes.change(
    change.id,
    (current) => storeTold(current, { job, ...announced }, now),
    change,
  );
  if ('refused' in told) return;
  const isOutdated = (message: PostedMessage): boolean =>
    message.drawn !== hashOf(draw(message, told.change, now));
  if (announced.posted.some(isOutdated)) await refreshResults(told.change, deps);
}

type Keep = (message: PostedMessage) => void;

/** Sends the requester a new direct message with the outcome. False where it is worth another attempt later. */
async function tellOutcome(change: Change, keep: Keep, deps: EndDependencies): Promise<boolean> {
  const answer = outcomeAnswer(change, deps.clock());
  try {
    keep(shownAs('result', answer, await deps.messenger.send(change.requester, answer)));
    return true;
  } catch (error) {
    deps.log('requester not told', { change: change.id, error: errorName(error) });
    return !(error instanceof Unavailable);
  }
}

/** Tells the channel of the request how an approved change ended. False where it is worth another attempt later. */
async function tellChannel(change: Change, keep: Keep, deps: EndDependencies): Promise<boolean> {
  const reported = report(change, deps.clock());
  try {
    if (!reported) return true;
    const { view, answer } = reported;
    keep(shownAs(view, answer, await deps.messenger.post(change.replyTo, answer)));
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

/** Says what became of the Undos that a request was for, and offers those again of which nothing came. */
async function endUndos(change: Change, deps: EndDependencies): Promise<boolean> {
  try {
    await showUndone(change, deps);
    return true;
  } catch (error) {
    deps.log('undo not given back', { change: change.id, error: errorName(error) });
    return false;
  }
}

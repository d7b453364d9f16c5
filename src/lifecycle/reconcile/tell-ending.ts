import { errorName } from '../../answer/user-error.ts';
import { auditEntry } from '../../audit-log/entries.ts';
import type { Due } from '../../change/model/change.ts';
import { type EndingChange, endedStepOf, isEnding, stepEndOf } from '../../change/model/ending-change.ts';
import { stepOfId } from '../../change/model/ids.ts';
import { messagesWith } from '../../change/model/posted-message.ts';
import { stepsOf } from '../../change/model/step.ts';
import { toldFor } from '../../change/model/time-limits.ts';
import { storeLeft } from '../../change/transitions/news.ts';
import { storeEnds, storeNotice } from '../../change/transitions/sent-messages.ts';
import { newsAnswer, noticeAnswer } from '../../change/words/news-answer.ts';
import { Unavailable } from '../../core/unavailable.ts';
import type { Message } from '../../messaging/messaging.ts';
import { isDirectMessage, isOnHome } from '../../messaging/reply-target.ts';
import { enqueueDue } from '../run/enqueue-execution.ts';
import { replyInThread } from '../tell/keep-messages.ts';
import type { EndDependencies } from '../tell/lifecycle-dependencies.ts';
import { logEnds } from '../tell/log-ends.ts';
import { refreshResults } from '../tell/refresh-results.ts';

/*
 * What people read of a change that undoes by itself, and what the audit log gets of it.
 */

/** Queues what may be undone since a job took it further, and tells its news. What fails is left to the sweeper. Never rejects. */
export async function tendEnding(id: string, deps: EndDependencies): Promise<void> {
  try {
    const change = await deps.changes.get(id);
    if (!change || !isEnding(change)) return;
    await enqueueDue(change, deps, ({ retryAt }) => retryAt === undefined);
    await tellNews(change, deps);
  } catch (error) {
    deps.log('end not told', { change: id, error: errorName(error) });
  }
}

/** Tells the news of it wherever they are still due. Rejects where the table does not answer. */
export async function tellNews(change: EndingChange, deps: EndDependencies): Promise<void> {
  const { id, due, ending } = change;
  if (!due) return;
  const left: Due[] = [];
  const isOld = deps.clock() - (ending.news?.at ?? 0) >= toldFor;
  for (const place of due) {
    // People read nothing that the audit log does not have.
    const waits = left.includes('log') && place !== 'log';
    if (!waits && (await tell(place, change, deps))) continue;
    if (waits || !isOld || place === 'log') left.push(place);
  }
  await deps.changes.change(id, (current) => storeLeft(current, change, left));
}

/** Tells the news in one place. False where it is worth another attempt later. */
async function tell(place: Due, change: EndingChange, deps: EndDependencies): Promise<boolean> {
  const { messenger, clock } = deps;
  const answer = newsAnswer(change, clock());
  const does: Readonly<Partial<Record<Due, () => Promise<unknown>>>> = {
    log: () => logNews(change, deps),
    messages: () => showWhereUndone(change, deps),
    requester: async () => keepNotice(change, await messenger.send(change.requester, answer), deps),
    channel: async () => {
      if (isDirectMessage(change.replyTo) || isOnHome(change.replyTo)) return;
      await keepNotice(change, await messenger.post(change.replyTo, answer), deps);
    },
    thread: async () => {
      const undone = await deps.changes.get(changeOf(change));
      if (undone) await replyInThread(undone, answer, deps);
    },
  };
  try {
    await does[place]?.();
    return true;
  } catch (error) {
    deps.log('end not told', { change: change.id, place, error: errorName(error) });
    return place !== 'log' && !(error instanceof Unavailable);
  }
}

/** The id of the change that it undoes. */
const changeOf = (change: EndingChange): string => stepOfId(endedStepOf(change)).change;

/** Logs how its steps ended, and the last attempt that was sent and failed; each once, since `append` knows the job that found it out. */
async function logNews(change: EndingChange, deps: EndDependencies): Promise<void> {
  for (const changeStep of stepsOf(change)) {
    const { failure } = changeStep.step;
    if (!failure) continue;
    const entry = auditEntry('failed', changeStep, deps, failure.note ? { note: failure.note } : {});
    await deps.auditLog.append(entry, failure.job);
  }
  await logEnds(change, deps);
}

/** Brings the messages up to date that show when steps end: those of their change, and the notices of its end. */
async function showWhereUndone(change: EndingChange, deps: EndDependencies): Promise<void> {
  const { changes, messenger, clock } = deps;
  for (const notice of messagesWith('end', change))
    await messenger.amend(notice, noticeAnswer(change, clock()));
  const ends = change.steps.flatMap(({ undoes }, at) =>
    undoes ? [[stepOfId(undoes.id).index, stepEndOf(change, at)] as const] : [],
  );
  const shown = await changes.change(changeOf(change), (current) => storeEnds(current, new Map(ends)));
  if ('change' in shown) await refreshResults(shown.change, { messenger, clock });
}

/** Keeps where a notice is that offers to move the end. What is told of an end else offers nothing. Never rejects. */
async function keepNotice(change: EndingChange, message: Message, deps: EndDependencies): Promise<void> {
  if (change.status !== 'approved' || change.ending.overdue) return;
  try {
    await deps.changes.change(change.id, (current) => storeNotice(current, { view: 'end', ...message }));
  } catch (error) {
    deps.log('notice of an end not stored', { change: change.id, error: errorName(error) });
  }
}

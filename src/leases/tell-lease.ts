import { errorName } from '../answer/user-error.ts';
import { replyInThread } from '../approvals/notify.ts';
import { refreshResults } from '../approvals/refresh-results.ts';
import { auditEntry } from '../audit-log/entries.ts';
import type { AuditLog } from '../change/model/audit-log.ts';
import type { Changes } from '../change/model/changes.ts';
import { endId, stepOfId } from '../change/model/ids.ts';
import { dueAt, endOf, isOver, type Lease, type LeasePlace, type Leases } from '../change/model/lease.ts';
import { toldFor } from '../change/model/patience.ts';
import { endNext } from '../change/transitions/moving.ts';
import { storeLeft, storeNotice } from '../change/transitions/news.ts';
import { storeEnd } from '../change/transitions/sent-messages.ts';
import { newsAnswer, noticeAnswer } from '../change/words/news-answer.ts';
import type { Clock } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import { Unavailable } from '../core/unavailable.ts';
import type { Message, Messenger } from '../messaging/messaging.ts';
import { isDirectMessage, isOnHome } from '../messaging/reply-target.ts';
import type { EndLease, Job } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';

/** Dependencies for telling people of a lease, and for queuing its end. */
export interface TellDependencies {
  readonly leases: Pick<Leases, 'get' | 'change'>;
  readonly changes: Pick<Changes, 'get' | 'change'>;
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly messenger: Pick<Messenger, 'send' | 'post' | 'amend' | 'reply'>;
  readonly queue: Queue<Job>;
  readonly clock: Clock;
  readonly log: Log;
}

/** The job that ends a lease: with the same id however often it is sent, so that it is handled once. */
export const endJobOf = ({ id, team, replyTo, attempt }: Lease): EndLease => ({
  kind: 'endLease',
  id: endId(id, attempt),
  team,
  replyTo,
  lease: id,
  attempt,
});

/** Tells the news of a lease that a job changed, and queues its end if that is due. What fails is left to the sweeper. Never rejects. */
export async function tendLease(id: string, deps: TellDependencies): Promise<void> {
  try {
    const lease = await deps.leases.get(id);
    if (!lease) return;
    const at = dueAt(lease);
    if (at !== undefined && at <= deps.clock() && lease.retryAt === undefined)
      await deps.queue.send(endJobOf(lease));
    await tellNews(lease, deps);
  } catch (error) {
    deps.log('lease not told', { lease: id, error: errorName(error) });
  }
}

const isNeeded = (place: LeasePlace): boolean => place === 'log' || place === 'next';

/** Tells the news of a lease wherever it is still due. Rejects where the table does not answer. */
export async function tellNews(lease: Lease, deps: TellDependencies): Promise<void> {
  const { id, news } = lease;
  if (!news) return;
  const left: LeasePlace[] = [];
  const isOld = deps.clock() - news.at >= toldFor;
  for (const place of news.due) {
    // People read nothing that the audit log does not have.
    const waits = left.includes('log') && !isNeeded(place);
    if (!waits && (await tell(place, lease, deps))) continue;
    if (waits || !isOld || isNeeded(place)) left.push(place);
  }
  await deps.leases.change(id, (now) => storeLeft(now, news, left));
}

/** Tells the news in one place. False where it is worth another attempt later. */
async function tell(place: LeasePlace, lease: Lease, deps: TellDependencies): Promise<boolean> {
  const { messenger, clock } = deps;
  const answer = newsAnswer(lease, clock());
  const does: Readonly<Record<LeasePlace, () => Promise<unknown>>> = {
    log: () => logEnd(lease, deps),
    messages: () => showMoved(lease, deps),
    requester: async () => keepNotice(lease, await messenger.send(lease.requester, answer), deps),
    channel: async () => {
      if (isDirectMessage(lease.replyTo) || isOnHome(lease.replyTo)) return;
      await keepNotice(lease, await messenger.post(lease.replyTo, answer), deps);
    },
    thread: async () => {
      const change = await deps.changes.get(lease.change);
      if (change) await replyInThread(change, answer, deps);
    },
    next: () => endAfter(lease, deps),
  };
  try {
    await does[place]();
    return true;
  } catch (error) {
    deps.log('lease not told', { lease: lease.id, place, error: errorName(error) });
    return !isNeeded(place) && !(error instanceof Unavailable);
  }
}

/** Brings the messages up to date that show when a step ends: those of its change, and the notices of its end. */
async function showMoved(lease: Lease, { changes, messenger, clock }: TellDependencies): Promise<void> {
  const { id, notices, step } = lease;
  for (const notice of notices) await messenger.amend(notice, noticeAnswer(lease, clock()));
  if (!step.ends) return;
  const { change, index } = stepOfId(id);
  const shown = await changes.change(change, (current) => storeEnd(current, index, endOf(lease)));
  if ('change' in shown) await refreshResults(shown.change, { messenger, clock });
}

/** Keeps where a notice is that offers to move the end. What is told of a lease else offers nothing. Never rejects. */
async function keepNotice({ id, news }: Lease, message: Message, deps: TellDependencies): Promise<void> {
  if (news?.kind !== 'notice') return;
  try {
    await deps.leases.change(id, (now) => storeNotice(now, message, deps.clock()));
  } catch (error) {
    deps.log('notice of an end not stored', { lease: id, error: errorName(error) });
  }
}

/**
 * Ends the lease that has waited for this one, or the one behind it if that is over. One that is ending ends the next one itself.
 * Safe to repeat: a lease whose end is due is queued by the sweeper, too.
 */
async function endAfter({ next }: Pick<Lease, 'next'>, deps: TellDependencies): Promise<void> {
  const { leases, queue, clock } = deps;
  if (next === undefined) return;
  const moved = await leases.change(next, (lease) => endNext(lease, clock()));
  if ('lease' in moved) return queue.send(endJobOf(moved.lease));
  const waited = await leases.get(next);
  if (waited && isOver(waited)) await endAfter(waited, deps);
}

/** Logs how a lease, or the last attempt to end it, ended; once, since `append` knows the job that found it out. */
export async function logEnd(
  lease: Lease,
  deps: Pick<TellDependencies, 'auditLog' | 'clock'>,
): Promise<void> {
  const { end } = lease;
  if (!end) return;
  const entry = auditEntry(end.event, lease, deps, end.note ? { note: end.note } : {});
  await deps.auditLog.append(entry, end.job);
}

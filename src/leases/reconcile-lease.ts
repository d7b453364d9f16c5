import { dueAt, isLate, type Lease, type LeaseTransition } from '../change/model/lease.ts';
import { leftAloneFor, lostAfter } from '../change/model/patience.ts';
import { giveUp, markOverdue } from '../change/transitions/ending.ts';
import { giveNotice } from '../change/transitions/news.ts';
import { interrupted } from '../change/words/news-answer.ts';
import { endJobOf, type TellDependencies, tellNews } from './tell-lease.ts';

/** Does what is due about a lease: gives notice, queues its end, tells what a job could not tell. What fails is left due. */
export async function reconcileLease(id: string, deps: TellDependencies): Promise<void> {
  const known = await deps.leases.get(id);
  if (!known) return;
  const now = deps.clock();
  let lease = await changed(known, (was) => giveNotice(was, now), deps);
  if (isLate(lease, now)) lease = await changed(lease, (was) => markOverdue(was, now), deps);
  const end = { event: 'unknown', ...interrupted(lease), job: `${id}:sweep` } as const;
  lease = await changed(lease, (was) => giveUp(was, now - lostAfter, end, now), deps);
  const at = dueAt(lease);
  const isDue = at !== undefined && at <= now;
  const { news } = lease;
  const isToTell = news && (news.at === now || news.at + leftAloneFor <= now);
  const acts = await Promise.allSettled([
    isDue && deps.queue.send(endJobOf(lease)),
    isToTell && tellNews(lease, deps),
  ]);
  for (const act of acts) if (act.status === 'rejected') throw act.reason;
}

/** The lease after a transition whose time has come; the table is asked for nothing while it has not. */
async function changed(
  lease: Lease,
  transition: (was: Lease) => LeaseTransition,
  { leases }: TellDependencies,
): Promise<Lease> {
  if ('refused' in transition(lease)) return lease;
  const stepped = await leases.change(lease.id, transition);
  return 'lease' in stepped ? stepped.lease : lease;
}

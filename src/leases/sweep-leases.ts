import type { Leases } from '../change/model/lease.ts';
import {
  dueAt,
  isLate,
  isOver,
  type Lease,
  type LeaseRef,
  type LeaseTransition,
} from '../change/model/lease.ts';
import { leftAloneFor, lostAfter } from '../change/model/patience.ts';
import { giveUp, markOverdue } from '../change/transitions/ending.ts';
import { giveNotice } from '../change/transitions/news.ts';
import { interrupted } from '../change/words/news-answer.ts';
import { sweepEach } from '../changes/sweep-each.ts';
import { endJobOf, type TellDependencies, tellNews } from './tell-lease.ts';

/** All that the sweeper needs for leases. */
export interface SweepLeasesDependencies extends TellDependencies {
  readonly leases: Pick<Leases, 'get' | 'change' | 'pending'>;
}

/** Goes through all leases: gives notices, queues the ends that are due, and tells what a job could not tell. */
export async function sweepLeases(deps: SweepLeasesDependencies): Promise<void> {
  const refs = await deps.leases.pending();
  const now = deps.clock();
  const due = refs.filter(({ wakesAt }) => wakesAt !== undefined && wakesAt <= now);
  let overdue = 0;
  const sweepOne = async ({ id }: LeaseRef): Promise<void> => {
    const lease = await deps.leases.get(id);
    if (!lease) return;
    // Counted first: what fails below is overdue all the same.
    if (!isOver(lease) && isLate(lease, now)) overdue += 1;
    await sweepLease(lease, deps);
  };
  const failures = await sweepEach('lease', due, sweepOne, deps.log);
  deps.log('leases swept', { leases: refs.length, overdue, failures });
}

/** Does what is due about a lease. People are told also while its end can't be queued. */
async function sweepLease(known: Lease, deps: SweepLeasesDependencies): Promise<void> {
  const { id } = known;
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
  { leases }: SweepLeasesDependencies,
): Promise<Lease> {
  if ('refused' in transition(lease)) return lease;
  const stepped = await leases.change(lease.id, transition);
  return 'lease' in stepped ? stepped.lease : lease;
}

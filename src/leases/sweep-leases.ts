import type { Leases } from '../core/lease.ts';
import {
  dueAt,
  isLate,
  isOver,
  type Lease,
  type LeaseRef,
  type LeaseTransition,
  leftAloneFor,
  lostAfter,
} from '../core/lease.ts';
import { maxConcurrency, settleConcurrently } from '../core/map-concurrently.ts';
import { interrupted } from './messages/news-answer.ts';
import { endJobOf, type TellDependencies, tellNews } from './tell-lease.ts';
import { giveUp, markOverdue } from './transitions/ending.ts';
import { giveNotice } from './transitions/news.ts';

/** All that the sweeper needs for leases. */
export interface SweepLeasesDependencies extends TellDependencies {
  readonly leases: Pick<Leases, 'get' | 'change' | 'pending'>;
}

/** Goes through all leases: gives notices, queues the ends that are due, and tells what a job could not tell. */
export async function sweepLeases(deps: SweepLeasesDependencies): Promise<void> {
  const refs = await deps.leases.pending();
  const now = deps.clock();
  const due = refs.filter(({ wakesAt }) => wakesAt !== undefined && wakesAt <= now);
  const swept = await settleConcurrently(due, (ref) => sweepLease(ref, deps), maxConcurrency.store);
  deps.log('leases swept', {
    leases: refs.length,
    overdue: swept.filter((one) => one.status === 'fulfilled' && one.value).length,
    failures: swept.filter(({ status }) => status === 'rejected').length,
  });
}

/** Does what is due about a lease. Resolves to whether it is overdue. */
async function sweepLease({ id }: LeaseRef, deps: SweepLeasesDependencies): Promise<boolean> {
  let lease = await deps.leases.get(id);
  if (!lease) return false;
  const now = deps.clock();
  lease = await changed(lease, (was) => giveNotice(was, now), deps);
  if (isLate(lease, now)) lease = await changed(lease, (was) => markOverdue(was, now), deps);
  const end = { event: 'unknown', ...interrupted(lease), job: `${id}:sweep` } as const;
  lease = await changed(lease, (was) => giveUp(was, now - lostAfter, end, now), deps);
  const at = dueAt(lease);
  if (at !== undefined && at <= now) await deps.queue.send(endJobOf(lease));
  if (lease.news && (lease.news.at === now || lease.news.at + leftAloneFor <= now))
    await tellNews(lease, deps);
  return !isOver(lease) && isLate(lease, now);
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

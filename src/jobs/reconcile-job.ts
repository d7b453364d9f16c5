import { errorName } from '../answer/user-error.ts';
import type { DueDependencies } from '../approvals/approval-dependencies.ts';
import { reconcileDue } from '../approvals/reconcile-due.ts';
import { reconcileLease } from '../leases/reconcile-lease.ts';
import type { TellDependencies } from '../leases/tell-lease.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { Reconcile } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';

/** Dependencies for doing what is due about a change or a lease. */
export type ReconcileJobDependencies = DueDependencies &
  TellDependencies & { readonly idempotency: Pick<IdempotencyStore<Result>, 'claim' | 'giveBack'> };

/**
 * Does what is due about a change or a lease, unless another worker is at it. `lease` is how long, in milliseconds, this worker can
 * hold it. Never rejects: the sweeper sends the job again for as long as something is due.
 */
export async function reconcileJob(
  { id, due }: Reconcile,
  lease: number,
  deps: ReconcileJobDependencies,
): Promise<void> {
  try {
    const { state } = await deps.idempotency.claim(id, lease);
    if (state === 'running') return;
    await ('change' in due ? reconcileDue(due.change, deps) : reconcileLease(due.lease, deps));
  } catch (error) {
    const about = 'change' in due ? { approval: due.change } : { lease: due.lease };
    deps.log('sweep failed', { ...about, error: errorName(error) });
  }
  await deps.idempotency.giveBack(id).catch(() => {});
}

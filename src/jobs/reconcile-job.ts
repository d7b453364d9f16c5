import { errorName } from '../answer/user-error.ts';
import type { Millis } from '../core/clock.ts';
import type { DueDependencies } from '../lifecycle/notify/lifecycle-dependencies.ts';
import { reconcileDue } from '../lifecycle/reconcile/reconcile-due.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { Reconcile } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';

/** Dependencies for doing what is due about a change. */
export type ReconcileJobDependencies = DueDependencies & {
  readonly idempotency: Pick<IdempotencyStore<Result>, 'claim' | 'unclaim'>;
};

/**
 * Does what is due about a change, unless another worker is at it. `lease` is how long this worker can hold it. Never rejects: the sweeper
 * sends the job again for as long as something is due.
 */
export async function reconcileJob(
  { id, change }: Reconcile,
  lease: Millis,
  deps: ReconcileJobDependencies,
): Promise<void> {
  try {
    const { state } = await deps.idempotency.claim(id, lease);
    if (state === 'running') return;
    await reconcileDue(change, deps);
  } catch (error) {
    deps.log('sweep failed', { change, error: errorName(error) });
  }
  await deps.idempotency.unclaim(id).catch(() => {});
}

import { errorName } from '../answer/user-error.ts';
import type { Millis } from '../core/clock.ts';
import type { DueDependencies } from '../lifecycle/notify/lifecycle-dependencies.ts';
import { settle } from '../lifecycle/reconcile/settle.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { Reconcile, Watch } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';
import { notifyOpened } from '../watch/notify-opened.ts';
import type { NotifyDependencies } from '../watch/post.ts';
import { postDigest } from '../watch/post-digest.ts';
import { type WatchDependencies, watchAccount } from '../watch/watch-account.ts';

type WatchAndNotify = WatchDependencies & NotifyDependencies;

/** Dependencies for doing what is due about a change, or of a watched account. */
export type DueJobDependencies = DueDependencies &
  WatchAndNotify & { readonly idempotency: Pick<IdempotencyStore<Result>, 'claim' | 'unclaim'> };

/**
 * Does what is due about a change or of a watched account, unless another worker is at it. `claimFor` is how long this worker can hold it.
 * Never rejects: the sweeper sends the job again for as long as something is due.
 */
export async function dueJob(
  job: Reconcile | Watch,
  claimFor: Millis,
  deps: DueJobDependencies,
): Promise<void> {
  try {
    const { state } = await deps.idempotency.claim(job.id, claimFor);
    if (state === 'running') return;
    await (job.kind === 'watch' ? watch(job, deps) : settle(job.change, deps));
  } catch (thrown) {
    const error = errorName(thrown);
    if (job.kind === 'watch') deps.log('watch failed', { account: job.account, error });
    else deps.log('sweep failed', { change: job.change, error });
  }
  await deps.idempotency.unclaim(job.id).catch(() => {});
}

/** Reads what is due of a watched account, and tells what its channel has to know. */
async function watch(due: Watch, deps: WatchAndNotify): Promise<void> {
  const { account } = due;
  if (!deps.policy.watch?.accounts.includes(account)) return;
  if (await watchAccount(account, due, deps)) await notifyOpened(account, deps);
  await postDigest(account, deps);
}

import { orLogged } from '../answer/or-logged.ts';
import { errorName } from '../answer/user-error.ts';
import type { Millis } from '../core/clock.ts';
import type { WatchedKind } from '../drift/watched-state.ts';
import type { DueDependencies } from '../lifecycle/notify/lifecycle-dependencies.ts';
import { settle } from '../lifecycle/reconcile/settle.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { Reconcile, Watch } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';
import { notifyOpened } from '../watch/notify-opened.ts';
import type { NotifyDependencies } from '../watch/post.ts';
import { postDigest } from '../watch/post-digest.ts';
import { watchOf } from '../watch/send-watches.ts';
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
  let left: readonly WatchedKind[] = [];
  try {
    const { state } = await deps.idempotency.claim(job.id, claimFor);
    if (state === 'running') return;
    if (job.kind === 'watch') left = await watch(job, deps);
    else await settle(job.change, deps);
  } catch (thrown) {
    const error = errorName(thrown);
    if (job.kind === 'watch') deps.log('watch failed', { account: job.account, error });
    else deps.log('sweep failed', { change: job.change, error });
  }
  await deps.idempotency.unclaim(job.id).catch(() => {});
  if (job.kind !== 'watch' || left.length === 0) return;
  const { account, before } = job;
  await orLogged(deps.queue.send(watchOf(account, before, left)), deps.log, 'not watched', { account });
}

/**
 * Reads what is due of a watched account, and tells what its channel has to know. Resolves to the kinds that there was no time for: another
 * job goes on with them, or the next sweep if that job can't be sent.
 */
async function watch(due: Watch, deps: WatchAndNotify): Promise<readonly WatchedKind[]> {
  const { account } = due;
  if (!deps.policy.watch?.accounts.includes(account)) return [];
  const { due: kinds, left } = await watchAccount(account, due, deps);
  if (kinds.length > 0) await notifyOpened(account, deps);
  await postDigest(account, deps);
  return left;
}

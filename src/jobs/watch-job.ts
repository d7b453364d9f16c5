import { errorName } from '../answer/user-error.ts';
import type { Millis } from '../core/clock.ts';
import { dueKinds } from '../drift/watched-state.ts';
import type { IdempotencyStore } from '../queue/idempotency.ts';
import type { Watch } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';
import { notifyOpened } from '../watch/notify-opened.ts';
import type { NotifyDependencies } from '../watch/post.ts';
import { postDigest } from '../watch/post-digest.ts';
import { type WatchDependencies, watchAccount } from '../watch/watch-account.ts';

/** Dependencies for watching an account. */
export type WatchJobDependencies = WatchDependencies &
  NotifyDependencies & { readonly idempotency: Pick<IdempotencyStore<Result>, 'claim' | 'unclaim'> };

/**
 * Reads what is due of a watched account, and tells what its channel has to know, unless another worker is at it. `lease` is how long
 * this worker can hold it.
 * Never rejects: the sweeper sends the job again for as long as something is due.
 */
export async function watchJob(
  { id, account, kinds, before }: Watch,
  lease: Millis,
  deps: WatchJobDependencies,
): Promise<void> {
  if (!deps.policy.watch?.accounts.includes(account)) return;
  try {
    const { state } = await deps.idempotency.claim(id, lease);
    if (state === 'running') return;
    const due = dueKinds(await deps.watches.heads(account), before, kinds);
    if (due.length > 0) {
      await watchAccount(account, due, deps);
      await notifyOpened(account, deps);
    }
    await postDigest(account, deps);
  } catch (error) {
    deps.log('watch failed', { account, error: errorName(error) });
  }
  await deps.idempotency.unclaim(id).catch(() => {});
}

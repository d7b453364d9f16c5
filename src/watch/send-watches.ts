import { errorName } from '../answer/user-error.ts';
import { watchId } from '../change/model/ids.ts';
import type { Clock, Instant } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { Watches } from '../drift/findings.ts';
import { dueKinds, type WatchedKind } from '../drift/watched-state.ts';
import type { Policy } from '../policy/policy.ts';
import type { QueuedJob, Watch } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';

/** All that the sweeper needs to send what is due. It writes nothing, and has no secret of the cloud API. */
export interface SendWatchesDependencies {
  readonly policy: Pick<Policy, 'watch'>;
  readonly watches: Pick<Watches, 'heads'>;
  readonly queue: Queue<QueuedJob>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends the worker a job for each watched account of which something is due. Never rejects: the next sweep sends what failed. */
export async function sendWatches(deps: SendWatchesDependencies): Promise<void> {
  const { policy, watches, queue, clock, log } = deps;
  if (!policy.watch) return;
  const before = clock() - policy.watch.everyMinutes * 60_000;
  for (const account of policy.watch.accounts)
    try {
      const due = dueKinds(await watches.heads(account), before);
      if (due.length > 0) await queue.send(watchOf(account, before));
    } catch (error) {
      log('sweep failed', { account, error: errorName(error) });
    }
}

/** The job that reads what nobody has read of an account since `before`. */
export const watchOf = (account: string, before: Instant, kinds?: readonly WatchedKind[]): Watch => ({
  kind: 'watch',
  id: watchId(account),
  team: '',
  replyTo: { channel: '', person: '' },
  account,
  before,
  ...(kinds && { kinds: [...kinds] }),
});

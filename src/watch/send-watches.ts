import { errorName } from '../answer/user-error.ts';
import { watchId } from '../change/model/ids.ts';
import { lookAhead } from '../change/model/time-limits.ts';
import { type Clock, type Instant, minute } from '../core/clock.ts';
import type { Log } from '../core/log.ts';
import type { ReadWatches } from '../drift/findings.ts';
import { dueKinds, type WatchedKind } from '../drift/watched-state.ts';
import type { Policy } from '../policy/policy.ts';
import type { QueuedJob, Watch } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';
import { type DigestDay, nextDigest } from './digest-day.ts';

/** Dependencies for queueing due watches. The sweeper writes nothing, and has no secret of the cloud API. */
export interface SendWatchesDependencies {
  readonly policy: Pick<Policy, 'watch'>;
  readonly watches: Pick<ReadWatches, 'heads' | 'messages'>;
  readonly queue: Queue<QueuedJob>;
  readonly clock: Clock;
  readonly log: Log;
}

/** Sends a job for each watched account that is due before the next sweep. Never rejects: the next sweep sends what failed. */
export async function sendWatches(deps: SendWatchesDependencies): Promise<void> {
  const { policy, watches, queue, clock, log } = deps;
  if (!policy.watch) return;
  const now = clock();
  const before = now - policy.watch.everyMinutes * minute;
  for (const account of policy.watch.accounts)
    try {
      const isDue = dueKinds(await watches.heads(account), before).length > 0;
      if (isDue) await queue.send(watchOf(account, before));
      const at = await digestSoon(account, now, deps);
      // The job for due kinds also posts a digest that is due now.
      if (at !== undefined && (at > now || !isDue))
        await queue.send(watchOf(account, before), Math.max(0, Math.ceil((at - now) / 1000)));
    } catch (error) {
      log('sweep failed', { account, error: errorName(error) });
    }
}

/** Resolves to the time of an account's next digest; undefined if the next sweep comes before that. */
async function digestSoon(
  account: string,
  now: Instant,
  { policy, watches }: SendWatchesDependencies,
): Promise<Instant | undefined> {
  const time = policy.watch?.digest;
  const isSoon = (next: DigestDay | undefined) => next !== undefined && next.at <= now + lookAhead;
  if (!time || !isSoon(nextDigest(time, undefined, now))) return undefined;
  const next = nextDigest(time, (await watches.messages(account))?.digest?.day, now);
  return isSoon(next) ? next?.at : undefined;
}

/** Returns the job that reads the kinds of an account that nobody has read since `before`. */
export const watchOf = (account: string, before: Instant, kinds?: readonly WatchedKind[]): Watch => ({
  kind: 'watch',
  id: watchId(account),
  team: '',
  replyTo: { channel: '', person: '' },
  account,
  before,
  ...(kinds && { kinds: [...kinds] }),
});

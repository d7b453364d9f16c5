import { orLogged } from '../../answer/or-logged.ts';
import type { Change } from '../../change/model/change.ts';
import type { ChangeRef } from '../../change/model/changes.ts';
import { reconcileId } from '../../change/model/ids.ts';
import { lacksPicture } from '../../change/model/picture.ts';
import { lookAhead, picturePause, recoverAfter } from '../../change/model/time-limits.ts';
import { wakesAt } from '../../change/model/todo.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { QueuedJob } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';

interface WakeDependencies {
  readonly queue: Queue<QueuedJob>;
  readonly clock: Clock;
}

/**
 * Sends the job that processes the due tasks of a change, delayed until the change wakes, at most `lookAhead` from now. The job
 * may come twice, early or late, since it checks what is due. Rejects if the queue does not answer.
 */
export async function wake(
  { id, requester: person, wakesAt: at }: Pick<ChangeRef, 'id' | 'requester' | 'wakesAt'>,
  { queue, clock }: WakeDependencies,
): Promise<void> {
  const job = { id: reconcileId(id), team: '', replyTo: { channel: person, person }, change: id };
  await queue.send({ kind: 'reconcile', ...job }, Math.max(0, Math.ceil((at - clock()) / 1000)));
}

/**
 * Sends that job for a change that wakes before the next sweep has run. Leaves recovery from failed jobs to the sweep.
 * `lookedAt`: start of the last check, if that takes long. A task that became due since then gets a new job, because its first
 * one may have found the change locked. Never rejects: a job that is not sent here comes with the next sweep.
 */
export async function wakeSoon(
  { due: _, ...change }: Change,
  deps: WakeDependencies & { readonly log: Log },
  lookedAt = deps.clock(),
): Promise<void> {
  const at = wakesAt(change);
  if (at === undefined || at <= lookedAt || at > deps.clock() + lookAhead) return;
  const isRetry = change.steps.some(({ retryAt, claimed }) => !claimed && retryAt === at);
  if (at === change.since + recoverAfter && !isRetry) return;
  const waking = wake({ id: change.id, requester: change.requester, wakesAt: at }, deps);
  await orLogged(waking, deps.log, 'not queued for its time', { change: change.id });
}

/** Sends that job, after a short pause, for a request that lacks its picture. Never rejects: the sweep also sends it. */
export async function wakeForPicture(
  change: Change,
  deps: WakeDependencies & { readonly log: Log },
): Promise<void> {
  if (!lacksPicture(change)) return;
  const { id, requester } = change;
  const waking = wake({ id, requester, wakesAt: deps.clock() + picturePause }, deps);
  await orLogged(waking, deps.log, 'not queued for its time', { change: id });
}

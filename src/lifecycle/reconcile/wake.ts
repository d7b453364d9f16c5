import { orLogged } from '../../answer/or-logged.ts';
import type { Change } from '../../change/model/change.ts';
import type { ChangeRef } from '../../change/model/changes.ts';
import { reconcileId } from '../../change/model/ids.ts';
import { lacksPicture } from '../../change/model/picture.ts';
import { lookAhead, picturePause, recoverAfter } from '../../change/model/time-limits.ts';
import { wakesAt } from '../../change/model/wakes-at.ts';
import type { Clock } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import type { QueuedJob } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';

interface WakeDependencies {
  readonly queue: Queue<QueuedJob>;
  readonly clock: Clock;
}

/**
 * Sends the job that does what is due about a change, delayed until the change wakes, at most `lookAhead` from now. It may come twice,
 * early or too late: it does what is due as the change stands then. Rejects where the queue does not answer.
 */
export async function wake(
  { id, requester: person, wakesAt: at }: Pick<ChangeRef, 'id' | 'requester' | 'wakesAt'>,
  { queue, clock }: WakeDependencies,
): Promise<void> {
  const job = { id: reconcileId(id), team: '', replyTo: { channel: person, person }, change: id };
  await queue.send({ kind: 'reconcile', ...job }, Math.max(0, Math.ceil((at - clock()) / 1000)));
}

/**
 * Sends that job for a change whose next time comes before the next sweep may have looked. What a sweep picks up in case a job has died, or
 * could not tell, is left to the sweep. `lookedAt`: when somebody looked at it last, if that takes long: the job of what has become due since
 * may have come and gone. Never rejects: what is not sent here is late until the next sweep.
 */
export async function wakeSoon(
  { due: _, ...change }: Change,
  deps: WakeDependencies & { readonly log: Log },
  lookedAt = deps.clock(),
): Promise<void> {
  const at = wakesAt(change);
  const now = deps.clock();
  if (at === undefined || at <= lookedAt || at > now + lookAhead || at === change.since + recoverAfter)
    return;
  const waking = wake({ id: change.id, requester: change.requester, wakesAt: at }, deps);
  await orLogged(waking, deps.log, 'not queued for its time', { change: change.id });
}

/** Sends that job for a request whose picture is still to be drawn or shown, after a short pause. Never rejects: the sweep sends it, too. */
export async function wakeForPicture(
  change: Change,
  deps: WakeDependencies & { readonly log: Log },
): Promise<void> {
  if (!lacksPicture(change)) return;
  const { id, requester } = change;
  const waking = wake({ id, requester, wakesAt: deps.clock() + picturePause }, deps);
  await orLogged(waking, deps.log, 'not queued for its time', { change: id });
}

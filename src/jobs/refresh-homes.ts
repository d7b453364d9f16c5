import { orLogged } from '../answer/or-logged.ts';
import { errorName } from '../answer/user-error.ts';
import type { Change } from '../change/model/change.ts';
import { homeRefreshId } from '../change/model/ids.ts';
import type { Log } from '../core/log.ts';
import { homesToRefresh } from '../lifecycle/notify/homes-to-refresh.ts';
import { isOnHome } from '../messaging/reply-target.ts';
import type { HomeOpened, Job, QueuedJob } from '../queue/job.ts';
import type { Queue } from '../queue/queue.ts';
import type { Delivery, Result } from '../queue/result.ts';
import { kindOf } from './kinds.ts';

/** Dependencies for refreshing Home tabs. */
export interface RefreshDependencies {
  readonly queue: Queue<QueuedJob>;
  readonly log: Log;
}

/** Refreshes the Home tab of a person who pressed a button there. The tab is also rendered when it is opened. */
export async function refreshHome(
  job: Job,
  result: Result,
  { queue, log }: RefreshDependencies,
): Promise<void> {
  const next = homeAfter(job, result);
  if (next) await orLogged(queue.send(next), log, 'home not refreshed', { job: job.id });
}

/**
 * Refreshes the Home tabs that list requests, when one comes in, and when nobody has to review it any more. A failure is only
 * logged, since people still get the card.
 */
export async function refreshReviewers(
  job: Job,
  changes: readonly (Change | undefined)[],
  { queue, log }: RefreshDependencies,
): Promise<void> {
  if (runs(job)) return;
  try {
    for (const change of changes) {
      if (!change || !(change.job === job.id || change.status !== 'open')) continue;
      for (const home of homesToRefresh(change, `${job.id}:${change.id}`))
        if (!isOnHome(job.replyTo) || home.replyTo.person !== job.replyTo.person) await queue.send(home);
    }
  } catch (error) {
    log('home not refreshed', { job: job.id, error: errorName(error) });
  }
}

/** Returns whether a job runs an approved change, which no Home tab lists. */
const runs = ({ kind }: Job): boolean => kind === 'execute' || kind === 'track';

/** Deliveries that are visible without opening the Messages tab. */
const inPlace: readonly Delivery['kind'][] = ['home', 'fill', 'review'];

/**
 * Returns the job that refreshes a person's Home tab after they pressed a button on it. Undefined for jobs from elsewhere, for
 * those that only filled a view, and for votes, which only update their card.
 */
export function homeAfter(job: Job, { deliveries }: Result): HomeOpened | undefined {
  const { id, team, replyTo } = job;
  if (!isOnHome(replyTo) || !kindOf(job).isAwaited) return undefined;
  if (job.kind === 'command' && job.view) return undefined;
  const isAnswered = deliveries.length > 0;
  if (isAnswered && deliveries.every(({ kind }) => inPlace.includes(kind))) return undefined;
  return { kind: 'home', id: homeRefreshId(id), team, replyTo, answered: isAnswered };
}

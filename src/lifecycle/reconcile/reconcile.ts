import { errorName } from '../../answer/user-error.ts';
import { votesOf } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import { markLogged } from '../../change/transitions/running.ts';
import { markReplied } from '../../change/transitions/suggesting.ts';
import type { Job, QueuedJob } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';
import type { TouchedChange } from '../../queue/result.ts';
import { introduce, isNew, showAfter } from '../notify/keep-messages.ts';
import type { CardDependencies } from '../notify/lifecycle-dependencies.ts';
import { replyInThread } from '../notify/post-in-thread.ts';
import { executionsBy } from '../run/enqueue-execution.ts';
import { declinedReply } from '../views/thread-replies.ts';
import { wakeForPicture, wakeSoon } from './wake.ts';

/** Dependencies for the follow-up of a job that updated a change. */
export interface ReconcileDependencies extends CardDependencies {
  readonly queue: Queue<QueuedJob>;
}

/**
 * Queues the steps of a change that may start now or soon, shows what a job did to it, and notifies a suggester whose suggestion was
 * declined. If the job ended the change, `followUp` does this after the job's own deliveries. Resolves to the change; undefined if the
 * job ended it. Rejects if the table or Slack does not answer.
 */
export async function reconcile(
  { change: id, end }: TouchedChange,
  job: Job,
  deps: ReconcileDependencies,
): Promise<Change | undefined> {
  const found = end ? undefined : await deps.changes.get(id);
  if (!found) return undefined;
  const change = await withLoggedVote(found, job, deps);
  const isFirst = isNew(change, job.id);
  // The messages of a new request come before its run. An approved one doesn't wait for edits, which can take long.
  if (isFirst) await introduce(change, deps);
  await enqueue(executionsBy(change, job.id, deps.clock()), deps);
  // Nobody reads an end that the audit log lacks; the job that logs it shows it.
  const isUnlogged = change.due?.includes('log') ?? false;
  if (!isFirst && !isUnlogged) await showAfter(job.id, change, deps);
  await wakeSoon(change, deps);
  await wakeForPicture(change, deps);
  const declined = declinedReply(change, job.id);
  if (!declined) return change;
  await replyInThread(change, declined, deps);
  await deps.changes.change(id, (current) => markReplied(current, job.id));
  return change;
}

/** Resolves to a change that doesn't wait for the audit log any more, if this job has logged its last vote. */
async function withLoggedVote(
  change: Change,
  job: Job,
  { changes }: Pick<ReconcileDependencies, 'changes'>,
): Promise<Change> {
  if (!change.isUnlogged || votesOf(change).at(-1)?.job !== job.id) return change;
  const marked = await changes.change(change.id, (current) => markLogged(current, true));
  return 'change' in marked ? marked.change : change;
}

/** Queues the executions of steps. Those that can't be queued are sent by the sweeper later. */
async function enqueue(
  executions: ReturnType<typeof executionsBy>,
  { queue, log }: Pick<ReconcileDependencies, 'queue' | 'log'>,
): Promise<void> {
  for (const execution of executions)
    try {
      await queue.send(execution);
    } catch (error) {
      log('approved, not queued', { change: execution.change, error: errorName(error) });
    }
}

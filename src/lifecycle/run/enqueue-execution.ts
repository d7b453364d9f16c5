import { orLogged } from '../../answer/or-logged.ts';
import { votesOf } from '../../change/model/approval.ts';
import { type Change, isWaiting } from '../../change/model/change.ts';
import { executionId } from '../../change/model/ids.ts';
import { isReversal } from '../../change/model/reversal.ts';
import { type ChangeStep, dueSteps, type Step } from '../../change/model/step.ts';
import { queuedFrom } from '../../change/model/todo.ts';
import { markLogged } from '../../change/transitions/running.ts';
import type { Instant } from '../../core/clock.ts';
import type { Execute } from '../../queue/job.ts';
import { show } from '../notify/keep-messages.ts';
import type { EndDependencies } from '../notify/lifecycle-dependencies.ts';
import { isAgreedSo } from './proof.ts';

/** Returns the job that executes a step. Its id, and so its idempotency record, is always the same for one attempt. */
export const executionOf = (
  { id, team, replyTo }: Change,
  { index, step: { attempt } }: Pick<ChangeStep, 'index' | 'step'>,
): Execute => ({
  kind: 'execute',
  id: executionId(id, index, attempt),
  team,
  replyTo,
  change: id,
  index,
  ...(attempt !== undefined && { attempt }),
});

/** Returns the steps that may start and that no job has claimed. */
const unclaimed = (change: Change, now: Instant): readonly ChangeStep[] =>
  isWaiting(change) && change.status !== 'open'
    ? dueSteps(change, now).filter(({ step }) => !step.claimed)
    : [];

/**
 * Returns the jobs for the steps that may start because `job` confirmed or approved the change, or ended their predecessor. Whichever job moves
 * an end or a rollback queues its steps, but for those that wait to be tried again.
 */
export function executionsBy(change: Change, job: string, now: Instant): readonly Execute[] {
  const { steps } = change;
  // The approving vote of a request is its last one.
  const isAgreed = isReversal(change) || change.job === job || votesOf(change).at(-1)?.job === job;
  const isFreed = ({ after }: Step): boolean => after !== undefined && steps[after]?.outcome?.job === job;
  return unclaimed(change, now)
    .filter(({ step }) => step.retryAt === undefined && (isAgreed || isFreed(step)))
    .map((changeStep) => executionOf(change, changeStep));
}

/** Queues those. What can't be queued is sent by the sweeper later. */
export async function enqueueAfter(
  change: Change,
  job: string,
  { queue, clock, log }: Pick<EndDependencies, 'queue' | 'clock' | 'log'>,
): Promise<void> {
  for (const execution of executionsBy(change, job, clock()))
    await orLogged(queue.send(execution), log, 'approved, not queued', { change: change.id });
}

/** Queues the steps that no job has claimed in time, if the audit log proves them. Rejects if the queue or the audit log does not answer. */
export async function enqueueDue(change: Change, deps: EndDependencies): Promise<void> {
  const now = deps.clock();
  for (const changeStep of unclaimed(change, now).filter(({ step }) => queuedFrom(step, change) <= now))
    if (await mayStart(change, changeStep, deps)) await deps.queue.send(executionOf(change, changeStep));
}

/** Resolves to whether the audit log proves a step of a request, and shows it. People agreed to an end with its change. */
async function mayStart(change: Change, changeStep: ChangeStep, deps: EndDependencies): Promise<boolean> {
  if (isReversal(change)) return true;
  const isLogged = await isAgreedSo(change, changeStep, deps);
  const { status, isUnlogged = false } = change;
  if (status !== 'approved' || isUnlogged !== isLogged) return isLogged;
  const marked = await deps.changes.change(change.id, (current) => markLogged(current, isLogged));
  if ('change' in marked) await show(marked.change, deps);
  return isLogged;
}

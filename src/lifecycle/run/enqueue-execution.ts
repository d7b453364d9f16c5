import { votesOf } from '../../change/model/approval.ts';
import { type Change, isWaiting } from '../../change/model/change.ts';
import { executionId } from '../../change/model/ids.ts';
import { type ChangeStep, dueSteps, type Step } from '../../change/model/step.ts';
import type { Clock, Instant } from '../../core/clock.ts';
import type { Execute, Job } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';

/** Returns the jobs for the steps that may start because `job` confirmed or approved the change, or ended their predecessor. */
export function executionsBy(change: Change, job: string, now: Instant): readonly Execute[] {
  const { status, steps } = change;
  if (status !== 'approved' && status !== 'running') return [];
  // The approving vote of a request is its last one.
  const isAgreed = change.job === job || votesOf(change).at(-1)?.job === job;
  const isFreed = ({ after }: Step): boolean => after !== undefined && steps[after]?.outcome?.job === job;
  return dueSteps(change, now)
    .filter(({ step }) => !step.claimed && (isAgreed || isFreed(step)))
    .map((changeStep) => executionOf(change, changeStep));
}

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

/** Queues the due steps of a change that no job has claimed, if `isWanted`. Rejects if the queue does not answer. */
export async function enqueueDue(
  change: Change,
  { queue, clock }: { readonly queue: Queue<Job>; readonly clock: Clock },
  isWanted: (step: Step) => boolean = () => true,
): Promise<void> {
  if (!isWaiting(change)) return;
  for (const due of dueSteps(change, clock()))
    if (!due.step.claimed && isWanted(due.step)) await queue.send(executionOf(change, due));
}

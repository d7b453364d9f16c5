import { type Answer, type Task, tasks } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { firstPollId, lookId } from '../../change/model/ids.ts';
import { type ChangeStep, type Claimed, stepsOf } from '../../change/model/step.ts';
import { lookedAtAfter } from '../../change/model/time-limits.ts';
import { stepUnderWay } from '../../change/words/not-applied.ts';
import type { Instant, Millis } from '../../core/clock.ts';
import type { Progress } from '../../operation/operation.ts';
import type { Job, TrackedJob } from '../../queue/job.ts';
import type { Delivery } from '../../queue/result.ts';
import { signed } from '../views/signed.ts';

type Tracked = Pick<ChangeStep, 'requester' | 'step' | 'through'>;

const accepted = 'Accepted by the cloud API';

/** Renders the progress of a background job of the cloud API. Edited with each poll, and replaced by the result. */
export function progressOf(
  tracked: Tracked,
  phase: Extract<Progress, { readonly phase: 'queued' | 'running' }>['phase'],
  elapsedMs: Millis,
): Answer {
  const isRunning = phase === 'running';
  const elapsed = elapsedMs < 1000 ? '' : ` · ${duration(elapsedMs)}`;
  return listed(
    tracked,
    { title: `${accepted}${isRunning ? '' : elapsed}`, state: 'done' },
    { title: `Applying…${isRunning ? elapsed : ''}`, state: isRunning ? 'running' : 'waiting' },
    { title: 'Done', state: 'waiting' },
  );
}

const listed = ({ requester, step, through }: Tracked, ...shown: readonly Task[]): Answer =>
  signed([tasks(stepUnderWay(step).title, ...shown)], { requester, steps: [step], through });

/** Formats a duration: "45 s", "2 min 5 s". */
export function duration(ms: Millis): string {
  const seconds = Math.round(ms / 1000);
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}

/**
 * Posts that the cloud API accepted a step, and enqueues the first poll of its background job, which adds the progress. A retry of
 * the job posts a second message, which no poll edits, so the first post says only what stays true.
 */
export function startTracking(
  changeStep: ChangeStep,
  { jobRef, at: since }: NonNullable<Claimed['accepted']>,
  { id, team, replyTo }: Pick<Job, 'id' | 'team' | 'replyTo'>,
): Extract<Delivery, { readonly kind: 'track' }> {
  const { change, index, step } = changeStep;
  return {
    kind: 'track',
    answer: [stepUnderWay(step).push, ...listed(changeStep, { title: accepted, state: 'done' })],
    followUp: {
      kind: 'track',
      id: firstPollId(id),
      team,
      replyTo,
      change,
      index,
      operation: step.operation,
      title: step.title,
      jobRef,
      since,
      attempt: 1,
    },
  };
}

/** Returns the looks at the background jobs of a change that may have lost their polls: one for each, the same within a sweep. */
export const looksAt = (change: Change, now: Instant): readonly TrackedJob[] =>
  stepsOf(change).flatMap(({ index, step }): TrackedJob[] => {
    const { job = '', accepted } = step.claimed ?? {};
    const elapsed = accepted ? now - accepted.at : 0;
    if (step.outcome || !accepted || elapsed < lookedAtAfter) return [];
    const { id, team, replyTo } = change;
    const { operation, title } = step;
    const { jobRef, at: since } = accepted;
    const about = { change: id, index, operation, title, jobRef, since, attempt: 1, isLook: true };
    return [{ kind: 'track', id: lookId(job, elapsed), team, replyTo, ...about }];
  });

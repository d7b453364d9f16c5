import { type Answer, failed } from '../../answer/answer.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import { endEvents } from '../model/audit-log.ts';
import type { Change, Ended, Status } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isOfRun } from '../model/ids.ts';
import { endOfSteps, summaryOf, withOutcome } from '../model/outcomes.ts';
import { lostAfter } from '../model/patience.ts';
import { type Claimed, type Completion, dueSteps, type Step } from '../model/step.ts';
import { failWaiting } from '../model/step-order.ts';
import { endedBy, endRequest, enter, whyOver } from './status.ts';

/** What stands for the id of a job in what the sweeper ended. */
export const sweepJob = 'sweep';

/**
 * Claims the step at `index` of an approved request for a run of a job, before it sends anything. Another run of the same job claims
 * it from then on; refused for any other job.
 */
export function claim(
  change: Change,
  index: number,
  { job, run }: Pick<Claimed, 'job' | 'run'>,
  now: number,
): Transition {
  const { status, expires } = change;
  if (status !== 'approved' && status !== 'running')
    return { refused: whyOver[status] ?? 'It isn’t approved.' };
  const { outcome, claimed } = change.steps[index] ?? {};
  if (outcome) return { refused: 'This step has ended.' };
  if (claimed && claimed.job !== job) return { refused: 'It’s being applied.' };
  if (!claimed && now >= expires) return { refused: 'It expired.' };
  const steps = mapNonEmpty(change.steps, (step, at) =>
    at === index ? { ...step, claimed: { at: now, job, run } } : step,
  );
  return enter({ ...change, steps }, 'running', now);
}

const appliedByAnother = 'Another job applies it.';

/** Whether another job has claimed a step than this one. The sweeper ends those of which nothing was heard for too long. */
const isOfAnother = ({ claimed }: Step, job: string): boolean =>
  claimed !== undefined && job !== sweepJob && !isOfRun(job, claimed.job);

/** Notes whether the audit log has what an approved request rests on. */
export const markLogged = (change: Change, isLogged: boolean): Transition => ({
  change: change.status === 'approved' ? { ...change, isUnlogged: !isLogged } : change,
});

/**
 * Ends a request whose basis has changed. A vote may end so what is open; the worker what is approved or, if it has not sent
 * anything, running. A vote never ends what is running: once that was sent, its own effect is among what has changed.
 */
export function markOutdated(
  change: Change,
  from: 'open' | 'approved',
  { job, note, answer }: { readonly job: string; readonly note: string; readonly answer: Answer },
  now: number,
): Transition {
  if (endedBy(change, job)) return { change };
  const statuses: readonly Status[] = from === 'open' ? ['open'] : ['approved', 'running'];
  if (!statuses.includes(change.status)) return { refused: whyOver[change.status] ?? 'It isn’t approved.' };
  if (change.steps.some((step) => isOfAnother(step, job))) return { refused: appliedByAnother };
  const ended: Ended = { event: 'failed', person: change.requester, job, note, answer };
  return endRequest(change, 'outdated', ended, now);
}

/**
 * Gives an outcome to the steps at `indices`, of a request that runs. Refused for a job that did not claim them, where another
 * did. Unless they are done, the steps that wait for them have failed. The request ends with the last of its steps, as the worst of
 * them ended.
 */
export function end(
  change: Change,
  indices: readonly number[],
  outcome: Completion,
  now: number,
): Transition {
  const ending = indices.flatMap((index) => change.steps[index] ?? []);
  const outcomes = ending.map(({ outcome: known }) => known);
  if (endedBy(change, outcome.job) || outcomes.some((known) => known?.job === outcome.job)) return { change };
  const runs = change.status === 'running' || change.status === 'approved';
  if (!runs || outcomes.some((known) => known !== undefined)) {
    return { refused: whyOver[change.status] ?? 'It isn’t being applied.' };
  }
  const { job } = outcome;
  if (ending.some((step) => isOfAnother(step, job))) return { refused: appliedByAnother };
  const steps = failWaiting(withOutcome(change, indices, outcome), job);
  const next = { ...change, steps, lastJob: job };
  const status = endOfSteps(next);
  if (!status) return { change: next };
  const note = steps.length === 1 ? outcome.note : `${summaryOf(steps)}.`;
  return endRequest(next, status, { event: endEvents[status], person: change.requester, job, note }, now);
}

/**
 * A transition for what a run of a job found before it sent the step at `index`. Refused where that was claimed since it was `read`:
 * another run of the job may send it.
 */
export const ifNotClaimedSince =
  (read: Change, index: number, transition: (current: Change) => Transition) =>
  (current: Change): Transition =>
    isSameClaim(current.steps[index]?.claimed, read.steps[index]?.claimed)
      ? transition(current)
      : { refused: 'It’s being applied.' };

const isSameClaim = (claimed: Step['claimed'], before: Step['claimed']): boolean =>
  claimed?.run === before?.run && claimed?.at === before?.at;

/**
 * Ends the steps that nobody will end any more: after `lostAfter` milliseconds the outcome of a step that was claimed is unknown,
 * and once the request has expired, a step that is due and was not claimed has failed. The same change, if there is none. `unknown`
 * is what is said of the step at an index whose outcome is unknown, and what is known of its end.
 */
export function endLost(
  change: Change,
  unknown: (index: number) => Pick<Completion, 'answer' | 'digest' | 'end'>,
  now: number,
): { readonly change: Change } {
  const due = dueSteps(change, now);
  const lost = due.filter(({ step }) => isLost(step, now));
  const late = now < change.expires ? [] : due.filter(({ step }) => !step.claimed);
  const ends = [
    ...lost.map(({ index }) => [index, { ...unknown(index), kind: 'unknown', job: sweepJob }] as const),
    ...late.map(({ index }) => [index, { ...failedLate, job: sweepJob }] as const),
  ];
  return ends.reduce(
    (left: { readonly change: Change }, [index, outcome]) => {
      const ended = end(left.change, [index], outcome, now);
      return 'refused' in ended ? left : ended;
    },
    { change },
  );
}

/** Why a step was not executed. */
export const tooLate = 'It expired before it could run. Nothing was changed.';
const failedLate = { kind: 'failed', answer: [failed(tooLate)], note: tooLate } as const;

/** Whether nothing was heard of a step for `lostAfter` milliseconds since it was claimed. */
export const isLost = ({ claimed }: Pick<Step, 'claimed'>, now: number): boolean =>
  claimed !== undefined && now - claimed.at >= lostAfter;

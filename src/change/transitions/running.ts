import { type Answer, failed } from '../../answer/answer.ts';
import { mapNonEmpty } from '../../core/non-empty.ts';
import type { Approval, Ended, Phase, Transition } from '../model/approval.ts';
import { endEvents } from '../model/audit-log.ts';
import {
  dueSteps,
  endOfSteps,
  type Step,
  type StepOutcome,
  summaryOf,
  withOutcome,
} from '../model/change.ts';
import { failWaiting } from '../model/step-order.ts';
import { endedBy, endRequest, enter, whyOver } from './phase.ts';

/**
 * Begins the step at `index` of an approved request. What was begun and not sent is begun once more, until the request expires.
 */
export function begin(approval: Approval, index: number, now: number): Transition {
  const { phase, expires } = approval;
  if (phase !== 'approved' && phase !== 'running') return { refused: whyOver[phase] ?? 'It isn’t approved.' };
  if (approval.steps[index]?.outcome) return { refused: 'This step has ended.' };
  if (now >= expires) return { refused: 'It expired.' };
  const steps = mapNonEmpty(approval.steps, (step, at) => (at === index ? { ...step, begun: now } : step));
  return enter({ ...approval, steps }, 'running', now);
}

/** Notes whether the audit log has what an approved request rests on. */
export const markLogged = (approval: Approval, isLogged: boolean): Transition => ({
  approval: approval.phase === 'approved' ? { ...approval, isUnlogged: !isLogged } : approval,
});

/**
 * Ends a request whose basis has changed. A vote may end so what is open; the worker what is approved or, if it has not sent
 * anything, running. A vote never ends what is running: once that was sent, its own effect is among what has changed.
 */
export function markOutdated(
  approval: Approval,
  from: 'open' | 'approved',
  { job, note, answer }: { readonly job: string; readonly note: string; readonly answer: Answer },
  now: number,
): Transition {
  if (endedBy(approval, job)) return { approval };
  const phases: readonly Phase[] = from === 'open' ? ['open'] : ['approved', 'running'];
  if (!phases.includes(approval.phase)) return { refused: whyOver[approval.phase] ?? 'It isn’t approved.' };
  const ended: Ended = { event: 'failed', person: approval.requester, job, note, answer };
  return endRequest(approval, 'outdated', ended, now);
}

/**
 * Gives an outcome to the steps at `indices`, of a request that runs. Unless they are done, the steps that wait for them have
 * failed. The request ends with the last of its steps, as the worst of them ended.
 */
export function end(
  approval: Approval,
  indices: readonly number[],
  outcome: StepOutcome,
  now: number,
): Transition {
  const outcomes = indices.map((index) => approval.steps[index]?.outcome);
  if (endedBy(approval, outcome.job) || outcomes.some((known) => known?.job === outcome.job))
    return { approval };
  const runs = approval.phase === 'running' || approval.phase === 'approved';
  if (!runs || outcomes.some((known) => known !== undefined)) {
    return { refused: whyOver[approval.phase] ?? 'It isn’t being applied.' };
  }
  const { job } = outcome;
  const steps = failWaiting(withOutcome(approval, indices, outcome), job);
  const next = { ...approval, steps, lastJob: job };
  const phase = endOfSteps(next);
  if (!phase) return { approval: next };
  const note = steps.length === 1 ? outcome.note : `${summaryOf(steps)}.`;
  return endRequest(next, phase, { event: endEvents[phase], person: approval.requester, job, note }, now);
}

/** What stands for the id of a job in what the sweeper ended. */
export const sweepJob = 'sweep';

/**
 * Ends the steps that nobody will end any more: after `lostAfter` milliseconds the outcome of a step that was begun is unknown,
 * and once the request has expired, a step that is due and was not begun has failed. The same approval, if there is none. `unknown`
 * is what is said of the step at an index whose outcome is unknown, and what ends it.
 */
export function endLost(
  approval: Approval,
  unknown: (index: number) => Pick<StepOutcome, 'answer' | 'digest'>,
  lostAfter: number,
  now: number,
): { readonly approval: Approval } {
  const due = dueSteps(approval, now);
  const lost = due.filter(({ step }) => isLost(step, lostAfter, now));
  const late = now < approval.expires ? [] : due.filter(({ step }) => step.begun === undefined);
  const ends = [
    ...lost.map(({ index }) => [index, { ...unknown(index), kind: 'unknown', job: sweepJob }] as const),
    ...late.map(({ index }) => [index, { ...failedLate, job: sweepJob }] as const),
  ];
  return ends.reduce(
    (left: { readonly approval: Approval }, [index, outcome]) => {
      const ended = end(left.approval, [index], outcome, now);
      return 'refused' in ended ? left : ended;
    },
    { approval },
  );
}

/** Why a step was not executed. */
export const tooLate = 'It expired before it could run. Nothing was changed.';
const failedLate = { kind: 'failed', answer: [failed(tooLate)], note: tooLate } as const;

/** Whether nothing was heard of a step for `lostAfter` milliseconds since it was begun. */
export const isLost = ({ begun }: Pick<Step, 'begun'>, lostAfter: number, now: number): boolean =>
  begun !== undefined && now - begun >= lostAfter;

import type { Answer } from '../../core/answer.ts';
import type { Approval, Ended, Phase, Transition } from '../../core/approval.ts';
import { endEvents } from '../../core/audit-log.ts';
import { endOfSteps, type StepOutcome, withOutcome } from '../../core/change.ts';
import { endedBy, endRequest, enter, whyOver } from './phase.ts';

/**
 * Begins to run an approved request. What was begun and not sent is begun once more, until the request expires.
 */
export function begin(approval: Approval, now: number): Transition {
  const { phase, expires } = approval;
  if (phase !== 'approved' && phase !== 'running') return { refused: whyOver[phase] ?? 'It isn’t approved.' };
  if (now >= expires) return { refused: 'It expired.' };
  return enter(approval, 'running', now);
}

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
 * Gives an outcome to the steps at `indices`, of a request that runs. It ends with the last of its steps, as the worst of
 * them ended.
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
  const next = { ...approval, steps: withOutcome(approval, indices, outcome) };
  const phase = endOfSteps(next);
  if (!phase) return { approval: next };
  const { job, note } = outcome;
  return endRequest(next, phase, { event: endEvents[phase], person: approval.requester, job, note }, now);
}

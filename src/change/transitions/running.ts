import type { Instant } from '../../core/clock.ts';
import { outcomeEventOf } from '../model/audit-log.ts';
import type { Change, Closing, Completion, Status } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { fixedEnd, stepDeadline } from '../model/deadlines.ts';
import { summaryOf, withOutcome, worstOutcome } from '../model/outcomes.ts';
import { causeOf, isReversal } from '../model/reversal.ts';
import { type Claimed, dueSteps, type Step } from '../model/step.ts';
import { failWaiting } from '../model/step-order.ts';
import { lookedAtFor, lostAfter } from '../model/time-limits.ts';
import { withStep } from '../model/with-step.ts';
import type { Refusal } from '../words/refusal.ts';
import * as whyNotRun from '../words/why-not-run.ts';
import { isOfAnother, isOfEarlierAttempt, sweepJob } from './claiming-job.ts';
import { tryAgain } from './moving.ts';
import { closeRequest, enter, isClosedBy, whyOver } from './status.ts';

/**
 * Claims the step at `index` of an approved request for a run of a job, before the run sends anything. Another run of that job
 * can take over the claim; any other job is refused.
 */
export function claim(
  change: Change,
  index: number,
  { job, run, leaves }: Omit<Claimed, 'at'>,
  now: Instant,
): Transition {
  const { status } = change;
  if (status !== 'approved' && status !== 'running')
    return { refused: whyOver[status] ?? 'It isn’t approved.' };
  const { outcome, claimed } = change.steps[index] ?? {};
  if (outcome) return { refused: 'This step has ended.' };
  if (claimed && claimed.job !== job) return { refused: 'It’s being applied.' };
  if (isOfEarlierAttempt(change, index, job)) return { refused: 'Its end was moved.' };
  if (!claimed && now >= stepDeadline(change, index)) return { refused: whyNotRun.expired };
  const claiming = { at: now, job, run, ...(leaves && { leaves }) };
  return enter(
    withStep(change, index, (step) => ({ ...step, claimed: claiming })),
    'running',
    now,
  );
}

/** Records since when a step waits for the change `holder` of its resource. Each change that holds it is waited for from the start. */
export const waitForResource = (change: Change, index: number, holder: string, now: Instant): Transition => ({
  change:
    change.steps[index]?.waitsFor?.change === holder
      ? change
      : withStep(change, index, (step) => ({ ...step, waitsFor: { change: holder, since: now } })),
});

/** Stores the background job of the cloud API that applies a claimed step. */
export function accept(
  change: Change,
  index: number,
  accepted: NonNullable<Claimed['accepted']>,
  job: string,
): Transition {
  const { outcome, claimed } = change.steps[index] ?? {};
  if (outcome || claimed?.job !== job) return { refused: appliedByAnother };
  return { change: withStep(change, index, (step) => ({ ...step, claimed: { ...claimed, accepted } })) };
}

const appliedByAnother = 'Another job applies it.';

/** Records whether the audit log has the entries that an approved request needs. */
export const markLogged = (change: Change, isLogged: boolean): Transition => ({
  change: change.status === 'approved' ? { ...change, isUnlogged: !isLogged } : change,
});

/**
 * Closes a request whose basis has changed. Votes may outdate open requests; the worker may outdate approved ones, and running
 * ones that sent nothing yet. A vote never outdates a running request: its own effect would be among the differences.
 */
export function markOutdated(
  change: Change,
  from: 'open' | 'approved',
  { job, note, answer }: { readonly job: string } & Refusal,
  now: Instant,
): Transition {
  if (isClosedBy(change, job)) return { change };
  const statuses: readonly Status[] = from === 'open' ? ['open'] : ['approved', 'running'];
  if (!statuses.includes(change.status)) return { refused: whyOver[change.status] ?? 'It isn’t approved.' };
  if (change.steps.some((step) => isOfAnother(step, job))) return { refused: appliedByAnother };
  const closing: Closing = { event: 'failed', person: change.requester, job, note, answer };
  return closeRequest(change, 'outdated', closing, now);
}

/**
 * Gives an outcome to the step at `index`, of a request that runs. Refused for a job that did not claim it, where another
 * did. Unless it is done, the steps that wait for it have failed. The change closes with the last of its steps, as the worst of
 * their outcomes. Failures of an end or a rollback are retried. `outcome.ends`, the scheduled end, is stored in the same write.
 */
export function complete(change: Change, index: number, outcome: Completion, now: Instant): Transition {
  const { job } = outcome;
  const step = change.steps[index];
  if (isClosedBy(change, job) || step?.outcome?.job === job) return { change };
  const runs = change.status === 'running' || change.status === 'approved';
  if (!runs || step?.outcome) return { refused: whyOver[change.status] ?? 'It isn’t being applied.' };
  if (step && isOfAnother(step, job)) return { refused: appliedByAnother };
  if (isOfEarlierAttempt(change, index, job)) return { refused: 'Its end was moved.' };
  const undoes = isReversal(change);
  if (undoes && outcome.kind === 'failed')
    return tryAgain(change, index, { ...outcome, isPassing: false }, now);
  const outcoming = withOutcome(change, index, outcome);
  const steps = undoes ? outcoming : failWaiting(outcoming, job);
  const next = { ...change, steps, lastJob: job };
  const creates = outcome.ends ? [outcome.ends] : [];
  const status = worstOutcome(next);
  if (!status) return { change: next, creates };
  const note = steps.length === 1 ? outcome.note : `${summaryOf(steps)}.`;
  const event = outcomeEventOf(causeOf(change), status);
  return { ...closeRequest(next, status, { event, person: change.requester, job, note }, now), creates };
}

/**
 * Completes abandoned steps. The outcome of a claimed step is unknown after `lostAfter`; a due step that was not claimed fails after its
 * `stepDeadline`. Returns `change` itself if there are none. `unknown` provides the answer for a step with an unknown
 * outcome, by its index. `unsent`: the positions of claimed steps that were certainly not sent, so they are not lost.
 */
export function completeAbandoned(
  change: Change,
  unknown: (index: number) => Pick<Completion, 'answer' | 'note'>,
  now: Instant,
  unsent: ReadonlySet<number> = new Set(),
): { readonly change: Change } {
  const due = dueSteps(change, now);
  const lost = due.filter(({ step, index }) => isLost(step, now) && !unsent.has(index));
  const late = due.filter(({ step, index }) => !step.claimed && now >= stepDeadline(change, index));
  const ends = [
    ...lost.map(({ index }) => [index, { ...unknown(index), kind: 'unknown', job: sweepJob }] as const),
    ...late.map(
      ({ index }) => [index, { kind: 'failed', ...tooLate(change, index), job: sweepJob }] as const,
    ),
  ];
  return completeSteps(change, ends, now);
}

/** Completes steps by their indexes, one after the other. Leaves those that can't be completed. */
export const completeSteps = (
  change: Change,
  outcomes: readonly (readonly [index: number, outcome: Completion])[],
  now: Instant,
): { readonly change: Change } =>
  outcomes.reduce(
    (left: { readonly change: Change }, [index, outcome]) => {
      const completed = complete(left.change, index, outcome, now);
      return 'refused' in completed ? left : completed;
    },
    { change },
  );

/** Returns why the step at `index` was not executed after its `stepDeadline`. */
export function tooLate(change: Change, index: number): Refusal {
  const isEnd = stepDeadline(change, index) === fixedEnd(change.steps[index] ?? change.steps[0]);
  return isEnd ? whyNotRun.endCameFirst() : whyNotRun.startedTooLate();
}

/** Returns whether a claimed step has had no report for `lostAfter`, or its background job could not be looked at for `lookedAtFor`. */
const isLost = ({ claimed }: Pick<Step, 'claimed'>, now: Instant): boolean =>
  claimed !== undefined && now - claimed.at >= (claimed.accepted ? lookedAtFor : lostAfter);

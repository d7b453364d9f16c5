import type { Instant } from '../../core/clock.ts';
import { needsApproval } from '../model/approval.ts';
import type { Change, Closing, Due, Status } from '../model/change.ts';
import type { Transition } from '../model/changes.ts';
import { isReversal } from '../model/reversal.ts';
import { startedLater, waitsToStart } from '../model/scheduled-start.ts';
import type { OfferUse } from '../model/step.ts';
import { stepsToUndo } from '../model/steps-to-undo.ts';
import * as whyNotRun from '../words/why-not-run.ts';
import { withEndToTell } from './reversal-notification.ts';
import type { StepOffer } from './step-offers.ts';

/*
 * The transitions of a change are pure: each returns a new change, or a refusal. This file has the shared parts.
 */

/** Why no decision is possible any more, by status. */
export const whyOver: Readonly<Partial<Record<Status, string>>> = {
  approved: 'It’s approved already and is being applied.',
  running: 'It’s approved already and is being applied.',
  done: 'It was already approved and applied.',
  failed: 'It was approved, but it failed.',
  unknown: 'It was approved. Outcome unknown.',
  rejected: whyNotRun.rejected,
  withdrawn: whyNotRun.withdrawn,
  refused: whyNotRun.refused,
  expired: whyNotRun.expired,
  outdated: whyNotRun.outdated,
  skipped: whyNotRun.notUndone,
  over: whyNotRun.nothingWasLeft,
  superseded: whyNotRun.superseded,
};

export const enter = (change: Change, status: Status, now: Instant): Transition => ({
  change: { ...change, status, since: now },
});

/** Closes a request with its tasks (`due`). Notifies the requester unless they see the progress message update live. */
export function closeRequest(
  change: Change,
  status: Status,
  closed: Closing,
  now: Instant,
  due: readonly Due[] = ['card', 'requester', 'log'],
): { readonly change: Change } {
  if (isReversal(change)) return { change: withEndToTell({ ...change, status, since: now, closed }, now) };
  const isAwaited = !needsApproval(change) && (status === 'withdrawn' || !startedLater(change));
  const dueHere = isAwaited ? due.filter((task) => task !== 'requester') : due;
  const undo: readonly Due[] = status !== 'superseded' && usedOffers(change).length > 0 ? ['undo'] : [];
  const channel: readonly Due[] = change.status === 'open' ? [] : ['channel'];
  const suggester: readonly Due[] = change.approval?.suggestion ? ['suggester'] : [];
  const rollback: readonly Due[] = stepsToUndo({ ...change, status }).length > 0 ? ['rollback'] : [];
  const all = [...rollback, ...dueHere, ...channel, ...suggester, ...undo];
  return { change: { ...change, status, since: now, closed, due: all } };
}

/** Returns the Undos and retries of earlier steps that a request used, with their results. */
export const usedOffers = ({ steps }: Pick<Change, 'steps'>): readonly UsedOffer[] =>
  steps.flatMap(({ undoes, retries, outcome }): readonly UsedOffer[] => {
    const known = outcome?.kind === 'done' || outcome?.kind === 'unknown' ? outcome.kind : undefined;
    if (undoes?.usedBy !== undefined)
      return [{ id: undoes.id, offer: 'undoneBy', job: undoes.usedBy, outcome: known, isFutile: !known }];
    if (retries?.usedBy === undefined) return [];
    // A step that failed again among others can be retried from the message of this request.
    const isFutile = !outcome || (outcome.kind === 'failed' && steps.length === 1);
    return [{ id: retries.id, offer: 'retriedBy', job: retries.usedBy, isFutile }];
  });

/** An Undo or a retry of an earlier step, and the job that used it. */
export interface UsedOffer extends Pick<OfferUse, 'job' | 'outcome'> {
  /** The id (`stepId`) of that step. */
  readonly id: string;
  readonly offer: StepOffer;
  /** Whether it had no effect, if the request is closed. */
  readonly isFutile: boolean;
}

/** Returns whether this job closed the change; the job is redelivered then. */
export const isClosedBy = ({ closed }: Change, job: string): boolean => closed?.job === job;

/** Returns why no decision is possible any more; undefined while the request is open and not expired. */
export function whyClosed(change: Change, now: Instant): string | undefined {
  const { status, expires } = change;
  if (isReversal(change)) return 'It needs nobody’s decision.';
  if (waitsToStart(change))
    return `It’s approved already and ${change.isUnlogged ? whyNotRun.waitsForLog : 'waits for its start'}.`;
  if (status !== 'open') return whyOver[status];
  return now >= expires ? whyOver.expired : undefined;
}

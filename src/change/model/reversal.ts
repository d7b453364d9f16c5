import { type Instant, type Millis, minute } from '../../core/clock.ts';
import { type Change, isWaiting } from './change.ts';
import { stepOfId } from './ids.ts';
import type { Cause, ReversalFacts } from './reversal-facts.ts';
import type { Step, StepEnd, StepOutcome } from './step.ts';

export const causeOf = ({ reversal }: Pick<Change, 'reversal'>): Cause => reversal?.cause ?? 'person';

/** An end or a rollback. */
export type Reversal = Change & { readonly reversal: ReversalFacts };

/** Returns whether a change is an end or a rollback, which nobody requests or approves. */
export const isReversal = (change: Change): change is Reversal => change.reversal !== undefined;

/** Returns the time of an end; undefined for a rollback. */
export const endsAtOf = ({ steps: [{ startsAt }], reversal }: Pick<Change, 'steps' | 'reversal'>) =>
  reversal?.cause === 'time' ? startsAt : undefined;

/** Returns the id (`stepId`) of the step that an end ends. People use it to name the end. */
export const endedStepOf = ({ id, steps: [{ undoes }] }: Pick<Change, 'id' | 'steps'>): string =>
  undoes?.id ?? id;

/** Returns the time of an end or, for a rollback, the time until which it is tried. */
export const timeOfEnd = (end: Reversal): Instant => endsAtOf(end) ?? end.expires;

/** Returns the name of the request that an end ends: "#7". If it has none, that is the start of the id of its step. */
export const nameOfEnd = (end: Reversal): string => end.reversal.request ?? endedStepOf(end).slice(0, 8);

/** Returns the id of the change that an end or a rollback undoes. */
export const changeUndoneBy = (change: Pick<Change, 'id' | 'steps'>): string =>
  stepOfId(endedStepOf(change)).change;

const phases: Readonly<Record<StepOutcome['kind'], StepEnd['phase']>> = {
  done: 'ended',
  skipped: 'skipped',
  unknown: 'unknown',
  failed: 'skipped',
  over: 'over',
};

/** Returns the state of an end, for the step that the step at `index` of this change undoes. */
export function stepEndOf(change: Change, index = 0): StepEnd {
  const { since, reversal } = change;
  const { outcome, claimed } = change.steps[index] ?? {};
  const endsAt = endsAtOf(change);
  return {
    phase: outcome ? phases[outcome.kind] : claimed ? 'ending' : 'active',
    since,
    ...(endsAt !== undefined && { endsAt }),
    ...(outcome?.over && { over: outcome.over }),
    ...(reversal?.overdue && { overdue: true }),
    ...(reversal?.endedBy !== undefined && { endedBy: reversal.endedBy }),
    ...(reversal?.removedBy !== undefined && { removedBy: reversal.removedBy }),
    ...(reversal?.planned !== undefined && { planned: reversal.planned }),
  };
}

/** People are notified this long before an end, if it was stored longer than `minNoticed` before its time. */
export const noticeBefore: Millis = 15 * minute;
const minNoticed = 30 * minute;
/** An end that waits for this long after its time, or since it was stored if that is later, is overdue. */
const overdueAfter: Millis = 10 * minute;

/** Returns whether a step has no outcome, and the cloud API has not accepted it: it may be claimed and not sent. */
const isUnaccepted = ({ outcome, claimed }: Step): boolean =>
  outcome === undefined && claimed?.accepted === undefined;

const isUnclaimed = ({ outcome, claimed }: Step): boolean => outcome === undefined && claimed === undefined;

/** Returns when people are notified of an end; undefined if they aren't, or were already. */
export function noticeAt(change: Change): Instant | undefined {
  const endsAt = endsAtOf(change);
  if (change.reversal?.noticed || endsAt === undefined || endsAt - change.created <= minNoticed)
    return undefined;
  return isWaiting(change) && change.steps.every(isUnclaimed) ? endsAt - noticeBefore : undefined;
}

/** Returns when a waiting end becomes overdue; undefined if people were notified, or it is not waiting. */
export function overdueAt(change: Change): Instant | undefined {
  const endsAt = endsAtOf(change);
  if (endsAt === undefined || change.reversal?.overdue || !isWaiting(change)) return undefined;
  return change.steps.every(isUnaccepted) ? lateAt(endsAt, change) : undefined;
}

/** Returns when an end is overdue. Nobody could try one that was stored after its time before that. */
const lateAt = (endsAt: Instant, { created }: Pick<Change, 'created'>): Instant =>
  Math.max(endsAt, created) + overdueAfter;

/** Returns whether an end is overdue. */
export const isLate = (endsAt: Instant | undefined, end: Pick<Change, 'created'>, now: Instant): boolean =>
  endsAt !== undefined && now >= lateAt(endsAt, end);

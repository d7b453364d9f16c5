import type { Instant, Millis } from '../../core/clock.ts';
import { type Change, isWaiting } from './change.ts';
import type { Cause, Ending } from './ending.ts';
import { stepOfId } from './ids.ts';
import type { Step, StepEnd, StepOutcome } from './step.ts';

export const causeOf = ({ ending }: Pick<Change, 'ending'>): Cause => ending?.cause ?? 'person';

/** A change that undoes by itself. */
export type EndingChange = Change & { readonly ending: Ending };

/** Whether a change undoes by itself: nobody requested it, and nobody has to agree to it. */
export const isEnding = (change: Change): change is EndingChange => change.ending !== undefined;

/** A change that undoes by itself, as it begins: for the requester of what it undoes, and told where that was requested. */
export function endingFrom(
  { requester, through, team, replyTo }: Pick<Change, 'requester' | 'through' | 'team' | 'replyTo'>,
  facts: Pick<EndingChange, 'id' | 'job' | 'steps' | 'ending' | 'expires'>,
  now: Instant,
): EndingChange {
  const { responseUrl: _, ...target } = replyTo;
  return {
    ...facts,
    requester,
    ...(through && { through }),
    team,
    replyTo: target,
    created: now,
    status: 'approved',
    since: now,
    messages: [],
  };
}

/** When an end comes; undefined for a rollback. */
export const endsAtOf = ({ steps: [{ startsAt }], ending }: Pick<Change, 'steps' | 'ending'>) =>
  ending?.cause === 'time' ? startsAt : undefined;

/** The id of the step that an end ends (`stepId`), by which people name it. */
export const endedStepOf = ({ id, steps: [{ undoes }] }: Pick<Change, 'id' | 'steps'>): string =>
  undoes?.id ?? id;

/** The id of the change that an end or a rollback undoes. */
export const changeUndoneBy = (change: Pick<Change, 'id' | 'steps'>): string =>
  stepOfId(endedStepOf(change)).change;

const phases: Readonly<Record<StepOutcome['kind'], StepEnd['phase']>> = {
  done: 'ended',
  skipped: 'skipped',
  unknown: 'unknown',
  failed: 'skipped',
};

/** How the end of a step stands that the step at `index` of this change undoes. */
export function stepEndOf(change: Change, index = 0): StepEnd {
  const { since, ending } = change;
  const { outcome, claimed } = change.steps[index] ?? {};
  const endsAt = endsAtOf(change);
  return {
    phase: outcome ? phases[outcome.kind] : claimed ? 'ending' : 'active',
    since,
    ...(endsAt !== undefined && { endsAt }),
    ...(ending?.overdue && { overdue: true }),
    ...(ending?.endedBy !== undefined && { endedBy: ending.endedBy }),
  };
}

const minute = 60_000;
/** How long before its end people are told, if what ends was in effect for longer than `minNoticed`. */
export const noticeBefore: Millis = 15 * minute;
export const minNoticed = 30 * minute;
/** What waits for this long after its time is overdue. */
const overdueAfter: Millis = 10 * minute;

const isUnclaimed = ({ outcome, claimed }: Step): boolean => outcome === undefined && claimed === undefined;

/** When people are told that something ends soon; undefined if they are not, or were told. */
export function noticeAt(change: Change): Instant | undefined {
  const { evaluated, noticed } = change.ending ?? {};
  const endsAt = endsAtOf(change);
  if (!evaluated || noticed || endsAt === undefined || endsAt - evaluated.since <= minNoticed)
    return undefined;
  return isWaiting(change) && change.steps.every(isUnclaimed) ? endsAt - noticeBefore : undefined;
}

/** When what waits for its time is overdue; undefined if people were told, or it is not waiting. */
export function overdueAt(change: Change): Instant | undefined {
  const endsAt = endsAtOf(change);
  if (endsAt === undefined || change.ending?.overdue || !isWaiting(change)) return undefined;
  return change.steps.every(isUnclaimed) ? endsAt + overdueAfter : undefined;
}

/** Whether an end should have been made a while ago. */
export const isLate = (endsAt: Instant | undefined, now: Instant): boolean =>
  endsAt !== undefined && now >= endsAt + overdueAfter;

import type { Instant } from '../../core/clock.ts';
import type { NonEmpty } from '../../core/non-empty.ts';
import type { Needs, Risk } from '../../operation/operation.ts';

/**
 * What undoes steps of another change by itself: their ends, of which each has one step, or the rollback of a plan. People agreed to it
 * when they agreed to that change. JSON.
 */
export interface Ending {
  /** `time`: what a step did ends. `failure`: the rest of its plan failed, so it is rolled back. */
  readonly cause: 'time' | 'failure';
  /** What people call the change that it undoes: "#1042". */
  readonly request?: string | undefined;
  /** Slack user ids of those who approved that change. */
  readonly approvers: readonly string[];
  /** Why it is made, for a rollback: "Step 3 failed, and the plan is all or nothing." */
  readonly because?: string | undefined;
  /** Of an end: how the policy judges what it ends, and so each extension, and since when that is in effect. */
  readonly evaluated?: { readonly risk: Risk; readonly needs: Needs; readonly since: Instant } | undefined;
  /** Whether people were told that it comes soon. */
  readonly noticed?: boolean | undefined;
  /** Whether it should have been made a while ago. */
  readonly overdue?: boolean | undefined;
  /** Slack user id of the person who wanted it before its time. */
  readonly endedBy?: string | undefined;
  /** Which of its news there is to tell (`due`), counted from 1, and since when. */
  readonly notification?: { readonly count: number; readonly at: Instant } | undefined;
}

/** What brings a change about: a person, the time at which a step ends, or the failure of a plan. */
export type Cause = 'person' | Ending['cause'];

/** The target of an operation that moves an end, by the id of that. */
export const endTarget = (id: string): string => `change/${id}`;

/** The id of the end that a change moves; undefined if it does anything else. */
export function endMovedBy({
  steps: [{ targets }, ...others],
}: {
  readonly steps: NonEmpty<{ readonly targets: readonly string[] }>;
}): string | undefined {
  return others.length > 0 ? undefined : endsAmong(targets)[0];
}

/** The ids of the ends among the targets of an operation. */
export const endsAmong = (targets: readonly string[]): readonly string[] =>
  targets.flatMap((target) => /^change\/(.+)$/.exec(target)?.[1] ?? []);

import type { Instant } from '../../core/clock.ts';
import type { Needs, Risk } from '../../operation/operation.ts';

/**
 * Properties of a change that Skydesk makes by itself to undo steps of another change: the end of one step, or the rollback of
 * a plan. People agreed to it together with that change. JSON.
 */
export interface ReversalFacts {
  /** `time`: a step ends. `failure`: a plan failed and is rolled back. */
  readonly cause: 'time' | 'failure';
  /** Name of the change that it undoes: "#1042". */
  readonly request?: string | undefined;
  /** Slack user ids of the people who approved that change. */
  readonly approvers: readonly string[];
  /** Reason for a rollback: "Step 3 failed, and the plan is all or nothing." */
  readonly because?: string | undefined;
  /**
   * For an end: the policy's assessment of the step that it ends, which also applies to extensions, and the time since which
   * that step is in effect.
   */
  readonly evaluated?: { readonly risk: Risk; readonly needs: Needs; readonly since: Instant } | undefined;
  /** For an end: why the step that it ends was requested, and with how many risk points, for the list of what is open. */
  readonly asked?: { readonly reason?: string | undefined; readonly risk: number } | undefined;
  /** Whether people were notified before it. */
  readonly noticed?: boolean | undefined;
  /** Whether it is overdue. */
  readonly overdue?: boolean | undefined;
  /** Slack user id of the person who ended it early, or kept for good what it would end. */
  readonly endedBy?: string | undefined;
  /** Slack user id of the person whose change removed its resource, so that nothing was left to end. */
  readonly removedBy?: string | undefined;
  /** The time of an end that a person brought forward. */
  readonly planned?: Instant | undefined;
  /**
   * Hash of the state that this person saw, if others had opened more there (`fingerprint`). Its end closes that state as a whole, and
   * nothing that was opened further since.
   */
  readonly widened?: string | undefined;
  /** Number, from 1, and time of the current notification (`due`). */
  readonly notification?: { readonly count: number; readonly at: Instant } | undefined;
}

/** The cause of a change: a person, the end time of a step, or the failure of a plan. */
export type Cause = 'person' | ReversalFacts['cause'];

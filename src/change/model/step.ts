import type { Answer } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { NetworkChange, Traffic } from '../../network/network-change.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { ResultingState } from '../../operation/leaves.ts';
import type { RawArgs, StepResults, Target } from '../../operation/operation.ts';
import type { SnapshotSubject } from '../../operation/snapshot.ts';
import type { Timing } from '../../time/timing.ts';
import { stepId } from './ids.ts';

/**
 * How a step ended. `failed`: nothing was changed. `unknown`: it may have been made, and is never tried again. `skipped`: somebody changed
 * what it would have undone, so it was not touched.
 */
export interface StepOutcome {
  readonly kind: 'done' | 'failed' | 'unknown' | 'skipped';
  /** What its operation said, or why it was not done. */
  readonly answer: Answer;
  /** What it gave to later steps of a plan. */
  readonly results?: StepResults | undefined;
  /** Why it was not done, as a sentence. */
  readonly note?: string | undefined;
  /** The command that shows the present state, of an unknown outcome. */
  readonly statusCommand?: string | undefined;
  /** Why it doesn’t end by itself as agreed. */
  readonly stays?: Stays | undefined;
  /** How it is undone. */
  readonly undo?: OfferedUndo | undefined;
  /** For the audit log: what undoes it (`undoDigest`). */
  readonly digest?: string | undefined;
  /** Id of the job that found it out. */
  readonly job: string;
}

/**
 * One operation with its resolved arguments: what is evaluated, executed at most once, tracked, logged and undone. JSON.
 */
export interface Step extends Timing {
  readonly operation: string;
  /** The arguments by field name, each reference as the id of the thing that it names. */
  readonly raw: RawArgs;
  /** Alias of the account that it changes. */
  readonly account: string;
  /** The command that requests exactly this. */
  readonly line: string;
  /** What it does, in the imperative: "Assign alert policy Disk 80 → DE1ACMEWEB01". */
  readonly title: string;
  /** The beginning of the title, "Assign alert policy". */
  readonly action?: string | undefined;
  /** The resources that it changes, as `kind/id`. */
  readonly targets: readonly string[];
  /** The thing that it is about, of several that one request can name; by it, equal steps are shown as one. */
  readonly target?: Target | undefined;
  /** What it opens or closes in the network, for a step with an end: the policy judges an extension by it. */
  readonly networkChange?: NetworkChange | undefined;
  /** Position of an earlier step that must be done before it starts, from 0. If undefined: it waits for no other step. */
  readonly after?: number | undefined;
  /** The id of the resource that it changes (`resourceId`), and the keys that it sets there; undefined for something new. */
  readonly resource?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  /** What it undoes, for an Undo. */
  readonly undoes?: Undone | undefined;
  /** What it tries again. */
  readonly retries?: Retried | undefined;
  /** The job that runs it, and since when: from then on it may have been sent to the cloud API. */
  readonly claimed?: Claimed | undefined;
  /** Counts from 1 how often its run was tried or moved: a job of an earlier attempt does nothing. Undefined for 1. */
  readonly attempt?: number | undefined;
  /** When it is tried again, and what came of the last attempt, which changed nothing. */
  readonly retryAt?: Instant | undefined;
  readonly failure?: Pick<StepOutcome, 'answer' | 'note' | 'job'> | undefined;
  readonly outcome?: StepOutcome | undefined;
  /** How its end stands, if it ends by itself. */
  readonly end?: StepEnd | undefined;
  /** Who used its Undo up, or retried it after it had failed. */
  readonly undoneBy?: OfferUse | undefined;
  readonly retriedBy?: OfferUse | undefined;
}

/** The Undo that a step offers once it is done, as it is stored with its outcome: how it is undone. JSON. */
export interface OfferedUndo extends Omit<InverseCommand, 'after'> {
  /** SHA-256 over the state in which the step left its subject. */
  readonly state: string;
  readonly expires: Instant;
}

/** How a person used what a step offers: its Undo, or another attempt at it. */
export interface OfferUse {
  /** Slack user id. */
  readonly person: string;
  /** The id of the job that used it up. */
  readonly job: string;
  /** The request for it, as people know it, and the permalink of its card. */
  readonly request?: { readonly name: string; readonly link?: string | undefined } | undefined;
  /** What came of it. */
  readonly outcome?: 'done' | 'unknown' | undefined;
}

/** Why a step that is done doesn’t end by itself, and the command that ends it, if there is one. JSON. */
export interface Stays {
  readonly why: string;
  readonly line?: string | undefined;
}

/**
 * How the end of a step stands. `active`: it waits. `skipped`: somebody changed the thing, so nothing was touched. `unknown`: its end
 * was sent once, and nobody knows whether it was applied. JSON.
 */
export interface StepEnd {
  readonly phase: 'active' | 'ending' | 'ended' | 'skipped' | 'unknown';
  /** Start of the phase. */
  readonly since: Instant;
  /** When it ends. If undefined: when something else ends it. */
  readonly endsAt?: Instant | undefined;
  /** Whether it should have ended a while ago. */
  readonly overdue?: boolean | undefined;
  /** Slack user id of the person who ended it before its time. */
  readonly endedBy?: string | undefined;
}

/** Which job runs a step. */
export interface Claimed {
  readonly at: Instant;
  /** The id of the job, which no other may run the step beside. */
  readonly job: string;
  /** Names the run of the job: two workers can have one job, also within a millisecond. */
  readonly run: string;
  /** The values that the step sets, so that what it left is told from what others did; undefined if they aren’t known. */
  readonly leaves?: ResultingState | undefined;
  /** What the ends would have restored that the step supersedes, of those that still stand; undefined if it supersedes none. */
  readonly restoring?: readonly Restoring[] | undefined;
}

/** What an end that still stands restores. JSON. */
export type Restoring = Omit<InverseCommand, 'after' | 'warning'> & Pick<Step, 'keys'>;

/** The step of an earlier change that a step undoes. */
export interface Undone {
  /** The id of that step (`stepId`), which is also the id of its Undo. */
  readonly id: string;
  /** What people call the change that it is of: "#1042". */
  readonly of?: string | undefined;
  /** The resource that it restores, which nobody else may have changed since. */
  readonly subject: SnapshotSubject;
  /** Id of the job that used the Undo up; undefined before. */
  readonly usedBy?: string | undefined;
  /** For what undoes by itself: SHA-256 over the state in which the step left the keys that it set (`fingerprintOf`). */
  readonly state?: string | undefined;
  /** For an end that opens access again: what it may open at most. People agreed to each of these, now or with an earlier end there. */
  readonly opens?: readonly Traffic[] | undefined;
  /** SHA-256 over the whole state in which it left the resource, where that is more: by it, a watch knows what Skydesk left. */
  readonly wholeState?: string | undefined;
}

/** The step of an earlier change, which failed, that a step tries again. */
type Retried = Pick<Undone, 'id' | 'usedBy'>;

/** A step with what its execution, audit log entries, tracking and Undo need of its change. JSON. */
export interface ChangeStep {
  /** The id of the change. */
  readonly change: string;
  /** Position among the steps of the change, from 0. */
  readonly index: number;
  readonly requester: string;
  readonly step: Step;
  /** Through what its change was requested, if that was not Slack itself. */
  readonly through?: string | undefined;
}

/** What has steps. */
export interface Steps {
  readonly steps: NonEmpty<Step>;
}

/** The part of a change that its steps carry, each for itself. */
export interface Stepped extends Steps {
  readonly id: string;
  /** Slack user id. */
  readonly requester: string;
  /** Through what it was requested, if that was not Slack itself: "Slackbot", "API key 7f3a21". */
  readonly through?: string | undefined;
}

export const stepsOf = ({ id, requester, steps, through }: Stepped) =>
  mapNonEmpty(
    steps,
    (step, index): ChangeStep => ({ change: id, index, requester, step, ...(through && { through }) }),
  );

/** The id under which a step is undone. */
export const idOfStep = ({ change, index }: Pick<ChangeStep, 'change' | 'index'>): string =>
  stepId(change, index);

/** Whether a step undoes by itself, at the end of what it undoes or in a rollback. */
export const undoesByItself = ({ undoes }: Pick<Step, 'undoes'>): boolean => undoes?.state !== undefined;

/** The id under which a step is logged: what undoes by itself is logged with the step that it undoes. */
export const loggedAs = (changeStep: ChangeStep): string => {
  const { undoes } = changeStep.step;
  return undoes?.state === undefined ? idOfStep(changeStep) : undoes.id;
};

/** What each step of a change undoes, by position. */
export const undoneBy = ({ steps }: Steps): readonly (Undone | undefined)[] =>
  steps.map(({ undoes }) => undoes);

/** When a step may run, or may be tried again; 0 if it waits for no time. */
export const runsAt = ({ retryAt, startsAt = 0 }: Pick<Step, 'retryAt' | 'startsAt'>): Instant =>
  retryAt ?? startsAt;

/** The steps that have no outcome, whose time has come, and that wait for no other. */
export const dueSteps = (change: Stepped, now: Instant): readonly ChangeStep[] =>
  stepsOf(change).filter(
    ({ step }) => step.outcome === undefined && runsAt(step) <= now && !isBehind(step, change.steps),
  );

/**
 * Whether a step waits for another one: until that is done, so that it can build on it. What undoes by itself waits until that has ended
 * in any way.
 */
function isBehind(step: Step, steps: readonly Step[]): boolean {
  const { after } = step;
  if (after === undefined) return false;
  const { kind } = steps[after]?.outcome ?? {};
  return undoesByItself(step) ? kind === undefined : kind !== 'done';
}

import type { Answer } from '../../answer/answer.ts';
import type { Instant } from '../../core/clock.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { NetworkChange, RuleLists, Traffic } from '../../network/network-change.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { ResultingState } from '../../operation/leaves.ts';
import type { JobRef, RawArgs, StepResults, Target } from '../../operation/operation.ts';
import type { Phrase } from '../../operation/phrase.ts';
import type { SnapshotSubject } from '../../operation/snapshot.ts';
import type { Timing } from '../../time/timing.ts';
import { stepId } from './ids.ts';
import type { RowPlace } from './row-place.ts';

/**
 * The result of a step. `failed`: nothing was changed. `unknown`: it may have been applied, and is never retried. `skipped`:
 * somebody changed the resource that it would have restored, so it was not touched. `over`: an end that had nothing left to do.
 */
export interface StepOutcome {
  readonly kind: 'done' | 'failed' | 'unknown' | 'skipped' | 'over';
  /** Why an end is over. */
  readonly over?: Over | undefined;
  /** The answer of its operation, or why it was not applied. */
  readonly answer: Answer;
  /** Results for later steps of a plan. */
  readonly results?: StepResults | undefined;
  /** Why it was not applied, as a sentence. */
  readonly note?: string | undefined;
  /** For an unknown outcome, the command that shows the current state. */
  readonly statusCommand?: string | undefined;
  /** Why it doesn’t end by itself as agreed. */
  readonly stays?: Stays | undefined;
  /** Its Undo. */
  readonly undo?: OfferedUndo | undefined;
  /** The resource that it created or changed, where it offers no Undo. */
  readonly subject?: SnapshotSubject | undefined;
  /** What was listed as open before, and that it closed or opened again. */
  readonly closes?: readonly RowPlace[] | undefined;
  /** For the audit log: digest of its Undo (`undoDigest`). */
  readonly digest?: string | undefined;
  /** Id of the job that reported it. */
  readonly job: string;
}

/** One operation with its resolved arguments, which is evaluated, executed at most once, tracked, logged and undone. JSON. */
export interface Step extends Timing {
  readonly operation: string;
  /** The arguments by field name, with names resolved to ids. */
  readonly raw: RawArgs;
  /** Alias of the changed account. */
  readonly account: string;
  /** The command that requests exactly this step. */
  readonly line: string;
  /** Description in the imperative: "Assign alert policy Disk 80 → DE1ACMEWEB01". */
  readonly title: string;
  /** The beginning of the title: "Assign alert policy". */
  readonly action?: string | undefined;
  /** What it does, in words that fit each tense of its verb. */
  readonly phrase?: Phrase | undefined;
  /** Its own risk points, for one of several steps: a change is named after the riskiest. */
  readonly risk?: number | undefined;
  /** The resources that it changes, as `kind/id`. */
  readonly targets: readonly string[];
  /** The target of this step, if the request can name several. Steps that differ only in their target are shown as one. */
  readonly target?: Target | undefined;
  /** The network access that it opens or closes, for a step with an end: the policy evaluates extensions with it. */
  readonly networkChange?: NetworkChange | undefined;
  /** The access that it opens, with the content of its policy, for the list of what is open; undefined if it opens none. */
  readonly opened?: Pick<NetworkChange, 'scope' | 'traffic'> | undefined;
  /** Index, from 0, of the earlier step that must be done before this one starts. If undefined, it depends on no other step. */
  readonly after?: number | undefined;
  /** The id of the resource that it changes (`resourceId`), and the keys that it sets there; undefined for a new resource. */
  readonly resource?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  /** When an end comes that waits for its resource. Without a new request, nothing is brought back after it. */
  readonly until?: Instant | undefined;
  /** The step that it undoes, for an Undo. */
  readonly undoes?: Undone | undefined;
  /** The step that it retries. */
  readonly retries?: Retried | undefined;
  /** The job that runs it; the step may have been sent to the cloud API since then. */
  readonly claimed?: Claimed | undefined;
  /** The id of the other change that changed its resource when its job looked last, and since when its job has found that. */
  readonly waitsFor?: { readonly change: string; readonly since: Instant } | undefined;
  /** Number of the attempt, raised by a retry or a move; jobs of an earlier attempt do nothing. Undefined for 1. */
  readonly attempt?: number | undefined;
  /** How many of the last attempts in a row were refused: the pause before the next one grows with it. */
  readonly refusals?: number | undefined;
  /** Time of the next attempt, and the result of the last one: it changed nothing, or a person ends again what is unknown. */
  readonly retryAt?: Instant | undefined;
  readonly failure?:
    | (Pick<StepOutcome, 'answer' | 'note' | 'job'> & { readonly isUnknown?: boolean })
    | undefined;
  readonly outcome?: StepOutcome | undefined;
  /** State of its end, if it ends by itself. */
  readonly end?: StepEnd | undefined;
  /** The person who used its Undo, or retried it after a failure. */
  readonly undoneBy?: OfferUse | undefined;
  readonly retriedBy?: OfferUse | undefined;
}

/** The Undo that a completed step offers, stored with its outcome. JSON. */
export interface OfferedUndo extends Omit<InverseCommand, 'after'> {
  /** Hash of the state in which the step left its resource (`fingerprint`). */
  readonly state: string;
  readonly expires: Instant;
}

interface RequestRef {
  readonly id: string;
  readonly name: string;
  readonly link?: string | undefined;
}

/** A person's use of the Undo or the retry of a step. */
export interface OfferUse {
  /** Slack user id. */
  readonly person: string;
  /** The id of the job that used it. */
  readonly job: string;
  /** The resulting request: its id and name, and the permalink of its card. */
  readonly request?: RequestRef | undefined;
  /** The outcome of that request; undefined while it waits or runs. */
  readonly outcome?: 'done' | 'unknown' | undefined;
}

/** Why a completed step doesn’t end by itself, and the command that ends it, if there is one. JSON. */
export interface Stays {
  readonly why: string;
  readonly line?: string | undefined;
}

/**
 * Why an end had nothing left to do: the resource is `gone`, what the step opened is `closed` already, or somebody `kept` it for
 * good.
 */
type Over = 'gone' | 'closed' | 'kept';

/**
 * State of the end of a step. `active`: it waits for its time. `skipped`: somebody changed the resource, so it was not touched.
 * `unknown`: the end was sent once, and its outcome is unknown. `over`: it had nothing left to do. JSON.
 */
export interface StepEnd {
  readonly phase: 'active' | 'ending' | 'ended' | 'skipped' | 'unknown' | 'over';
  /** Why it is over. */
  readonly over?: Over | undefined;
  /** Start of the phase. */
  readonly since: Instant;
  /** Time of the end; undefined if something else triggers it. */
  readonly endsAt?: Instant | undefined;
  /** Whether it is overdue. */
  readonly overdue?: boolean | undefined;
  /** Slack user id of the person who ended it early, or kept it for good. */
  readonly endedBy?: string | undefined;
  /** Slack user id of the person whose change removed its resource. */
  readonly removedBy?: string | undefined;
  /** When it would have ended, if a person brought that forward. */
  readonly planned?: Instant | undefined;
}

/** The claim of a step by a job. */
export interface Claimed {
  readonly at: Instant;
  /** The id of the job. No other job may run the step at that time. */
  readonly job: string;
  /** Identifies the run of the job: two workers can process one job, even within a millisecond. */
  readonly run: string;
  /** The values that the step sets, to tell its effect from the changes of others; undefined if they aren’t known. */
  readonly leaves?: ResultingState | undefined;
  /** The background job of the cloud API that applies the step, and when the cloud API accepted it. */
  readonly accepted?: { readonly jobRef: JobRef; readonly at: Instant } | undefined;
}

/** The step of an earlier change that a step undoes. */
export interface Undone {
  /** The id (`stepId`) of that step, which is also the id of its Undo. */
  readonly id: string;
  /** Name of the earlier change: "#1042". */
  readonly of?: string | undefined;
  /** The resource that it restores, which nobody else may have changed since. */
  readonly subject: SnapshotSubject;
  /** Id of the job that used the Undo; undefined before its use. */
  readonly usedBy?: string | undefined;
  /** For an end or a rollback: hash of the state in which the step left the keys that it set (`fingerprintOf`). */
  readonly state?: string | undefined;
  /** For an end that opens access: upper bound for what it may open. People agreed to each part, now or with an earlier end. */
  readonly opens?: readonly Traffic[] | undefined;
  /** For an end that closes access: what the resource allowed when the step was done, and what identifies it (`identityOf`). */
  readonly left?: RuleLists | undefined;
  readonly identity?: string | undefined;
  /**
   * Hash of the whole state in which the step left the resource, if that is more than its keys. A watch recognizes Skydesk's
   * own changes by it.
   */
  readonly wholeState?: string | undefined;
}

/** The failed step of an earlier change that a step retries, with the results in place of its references to other steps. */
interface Retried extends Pick<Undone, 'id' | 'usedBy'> {
  readonly kept?: readonly KeptResult[] | undefined;
}

/** A result of a completed step that another step uses as an argument. JSON. */
export interface KeptResult {
  /** The id (`stepId`) of the completed step. */
  readonly step: string;
  /** The name of the result. */
  readonly result: string;
  readonly value: string;
}

/** A step with the properties of its change that its execution, audit log entries, tracking and Undo need. JSON. */
export interface ChangeStep {
  /** The id of the change. */
  readonly change: string;
  /** Index among the steps of the change, from 0. */
  readonly index: number;
  readonly requester: string;
  readonly step: Step;
  /** The client of the request, if that was not Slack itself. */
  readonly through?: string | undefined;
}

export interface Steps {
  readonly steps: NonEmpty<Step>;
}

/** The properties of a change that each of its steps carries. */
export interface Stepped extends Steps {
  readonly id: string;
  /** Slack user id. */
  readonly requester: string;
  /** The client of the request, if that was not Slack itself: "Slackbot", "API key 7f3a21". */
  readonly through?: string | undefined;
}

export const stepsOf = ({ id, requester, steps, through }: Stepped) =>
  mapNonEmpty(
    steps,
    (step, index): ChangeStep => ({ change: id, index, requester, step, ...(through && { through }) }),
  );

/** Returns the id under which a step is undone. */
export const idOfStep = ({ change, index }: Pick<ChangeStep, 'change' | 'index'>): string =>
  stepId(change, index);

/** Returns whether a step belongs to an end or a rollback. */
export const undoesByItself = ({ undoes }: Pick<Step, 'undoes'>): boolean => undoes?.state !== undefined;

/** Returns the id under which a step is logged. Ends and rollbacks are logged with the step that they undo. */
export const loggedAs = (changeStep: ChangeStep): string => {
  const { undoes } = changeStep.step;
  return undoes?.state === undefined ? idOfStep(changeStep) : undoes.id;
};

/**
 * Returns the id under which a job logs that it starts a step. A step that people requested starts once, whatever job claims to run it; an
 * end or a rollback once in each attempt, which has a job of its own.
 */
export const startedAs = (step: Step, job: string): string => (undoesByItself(step) ? job : 'start');

/** Returns the steps that a change undoes, by index. */
export const undoneBy = ({ steps }: Steps): readonly (Undone | undefined)[] =>
  steps.map(({ undoes }) => undoes);

/** Returns the time at which a step may run or be retried; 0 if it waits for no time. */
export const runsAt = ({ retryAt, startsAt = 0 }: Pick<Step, 'retryAt' | 'startsAt'>): Instant =>
  retryAt ?? startsAt;

/** Returns the steps without an outcome whose time has come and that wait for no other step. */
export const dueSteps = (change: Stepped, now: Instant): readonly ChangeStep[] =>
  stepsOf(change).filter(
    ({ step }) => step.outcome === undefined && runsAt(step) <= now && !isBehind(step, change.steps),
  );

/** Returns whether a step waits for another: until it is done or, in an end or a rollback, until it has any outcome. */
function isBehind(step: Step, steps: readonly Step[]): boolean {
  const { after } = step;
  if (after === undefined) return false;
  const { kind } = steps[after]?.outcome ?? {};
  return undoesByItself(step) ? kind === undefined : kind !== 'done';
}

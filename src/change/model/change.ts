import { type Answer, bold, type Inline, line, type Text } from '../../answer/answer.ts';
import { mapNonEmpty, type NonEmpty } from '../../core/non-empty.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { NetworkChange } from '../../network/network-change.ts';
import type { RawArgs, StepResults, Target } from '../../operation/operation.ts';
import type { SnapshotSubject } from '../../operation/snapshot.ts';
import type { Timing } from '../../time/timing.ts';
import { type Grouped, groupSteps } from './group-steps.ts';
import { stepId } from './ids.ts';

/** How a step ended. `failed`: nothing was changed. `unknown`: it may have been made, and is never tried again. */
export interface StepOutcome {
  readonly kind: 'done' | 'failed' | 'unknown';
  readonly answer: Answer;
  /** What it gave to later steps of a plan. */
  readonly results?: StepResults | undefined;
  /** For the audit log: why, as a sentence. */
  readonly note?: string | undefined;
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
  /** What it undoes, for an Undo. */
  readonly undoes?: Undone | undefined;
  /** When its execution began last, in milliseconds since 1970: from then on it may have been sent to the cloud API. */
  readonly begun?: number | undefined;
  readonly outcome?: StepOutcome | undefined;
}

/** The step of an earlier change that a step undoes. */
export interface Undone {
  /** The id of that step (`stepId`), which is also the id of its Undo. */
  readonly id: string;
  /** The resource that it restores, which nobody else may have changed since. */
  readonly subject: SnapshotSubject;
  /** Id of the job that used the Undo up; undefined before. */
  readonly usedBy?: string | undefined;
}

/** What the steps of a change have in common, where they were requested as a plan. */
export interface ChangePlan {
  /** The name of the runbook; undefined for lines that its requester wrote. */
  readonly name?: string | undefined;
  /** The command that requests it, where one line does. */
  readonly line?: string | undefined;
  /** Whether the steps that are done are undone if a later one fails. */
  readonly allOrNothing: boolean;
  /** The numbers, from 1, of steps that nothing undoes, where all or nothing was requested and later steps can fail. */
  readonly lasting?: readonly number[] | undefined;
}

/** What one person requested: from the preview to the audit log. JSON. */
export interface Change {
  readonly id: string;
  /** Slack user id. */
  readonly requester: string;
  /** Slack workspace id. */
  readonly team: string;
  readonly replyTo: ReplyTarget;
  readonly steps: NonEmpty<Step>;
  readonly reason?: string | undefined;
  readonly ticket?: string | undefined;
  readonly plan?: ChangePlan | undefined;
  /** Through what it was requested, if that was not Slack itself: "Slackbot", "API key 7f3a21". */
  readonly through?: string | undefined;
}

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

type Steps = Pick<Change, 'steps'>;

/** The part of a change that its steps carry, each for itself. */
export type Stepped = Pick<Change, 'id' | 'requester' | 'steps' | 'through'>;

export const stepsOf = ({ id, requester, steps, through }: Stepped) =>
  mapNonEmpty(
    steps,
    (step, index): ChangeStep => ({ change: id, index, requester, step, ...(through && { through }) }),
  );

/** The id under which a step is logged and undone. */
export const idOfStep = ({ change, index }: Pick<ChangeStep, 'change' | 'index'>): string =>
  stepId(change, index);

/**
 * The title of a change as plain text: the titles of its steps, those of equal steps as one. It stands alone or after a label,
 * never within a sentence.
 */
export const titleOf = ({ steps }: { readonly steps: readonly Grouped[] }): string =>
  groupSteps(steps)
    .map(({ text }) => text)
    .join('; then ');

/** The title of a step with its action in bold; plain if the action is not known. */
export const titleText = ({ title, action }: Pick<Step, 'title' | 'action'>): Text =>
  action !== undefined && title.startsWith(action) ? [bold(action), title.slice(action.length)] : title;

/** What a plan is called: "Runbook new-web-server". */
export const nameOfPlan = ({ name }: Pick<ChangePlan, 'name'>): string =>
  name === undefined ? 'Plan' : `Runbook ${name}`;

/**
 * The titles of the steps of a change, in a row, each with its action in bold; those of equal steps as one. For a plan, its name:
 * its steps are listed apart.
 */
export const titlesText = ({
  steps,
  plan,
}: {
  readonly steps: readonly Grouped[];
  readonly plan?: ChangePlan | undefined;
}): readonly Inline[] => (plan ? planTitle(plan, steps) : stepTitles(steps));

const planTitle = (plan: ChangePlan, steps: readonly Grouped[]): readonly Inline[] => [
  bold(nameOfPlan(plan)),
  ` · ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
];

const stepTitles = (steps: readonly Grouped[]): readonly Inline[] =>
  groupSteps(steps).flatMap(({ text, steps: [{ action }] }, index) => [
    ...(index > 0 ? ['; then '] : []),
    ...[titleText({ title: text, action })].flat(),
  ]);

/** " through Slackbot", to be put after who requested a change; empty for one that was requested in Slack itself. */
export const throughText = ({ through }: Pick<Change, 'through'>): readonly Inline[] =>
  through === undefined ? [] : [` through ${through}`];

/** " · requested through Slackbot", to be put where it is not said who requested a change; empty as `throughText` is. */
export const requestedThrough = (change: Pick<Change, 'through'>): readonly Inline[] =>
  change.through === undefined ? [] : [' · requested', ...throughText(change)];

/** What each step of a change undoes, by position. */
export const undoneBy = ({ steps }: Steps): readonly (Undone | undefined)[] =>
  steps.map(({ undoes }) => undoes);

/** The commands of a change, to be shown in a row; that of equal steps names all that they are about. */
export const linesOf = ({ steps }: Steps): readonly Inline[] =>
  groupSteps(
    steps,
    (step) => step.line,
    (names) => names.join(' '),
  ).flatMap(({ text }, index) => [...(index > 0 ? ['; then '] : []), line(text)]);

/** The steps that have no outcome, whose time has come, and that wait for no other. `now` in milliseconds since 1970. */
export const dueSteps = (change: Stepped, now: number): readonly ChangeStep[] =>
  stepsOf(change).filter(
    ({ step: { outcome, startsAt = 0, after } }) =>
      outcome === undefined &&
      startsAt <= now &&
      (after === undefined || change.steps[after]?.outcome?.kind === 'done'),
  );

/** The steps of a change, those at `indices` with an outcome. */
export const withOutcome = (
  { steps }: Steps,
  indices: readonly number[],
  outcome: StepOutcome,
): NonEmpty<Step> =>
  mapNonEmpty(steps, (step, index) => (indices.includes(index) ? { ...step, outcome } : step));

/** How a change ended: as the worst of its steps. Undefined while one of them has no outcome. */
export function endOfSteps({ steps }: Steps): StepOutcome['kind'] | undefined {
  const kinds = steps.map(({ outcome }) => outcome?.kind);
  if (kinds.includes(undefined)) return undefined;
  if (kinds.includes('unknown')) return 'unknown';
  return kinds.includes('failed') ? 'failed' : 'done';
}

/** How far the steps are: "8 of 10 done, 1 failed, 1 with an unknown outcome". */
export function summaryOf(steps: readonly Pick<Step, 'outcome'>[]): string {
  const ended = (kind: StepOutcome['kind']) => steps.filter(({ outcome }) => outcome?.kind === kind).length;
  const [failures, unknowns] = [ended('failed'), ended('unknown')];
  return [
    `${ended('done')} of ${steps.length} done`,
    ...(failures > 0 ? [`${failures} failed`] : []),
    ...(unknowns > 0 ? [`${unknowns} with an unknown outcome`] : []),
  ].join(', ');
}

/** The outcomes of the steps of a change, in order. */
export const outcomesOf = ({ steps }: Steps): Answer => steps.flatMap(({ outcome }) => outcome?.answer ?? []);

import { orLogged } from '../../answer/or-logged.ts';
import { errorName } from '../../answer/user-error.ts';
import { approvalsOf } from '../../change/model/approval.ts';
import { type Change, type Completion, requestName } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { undoDigest } from '../../change/model/digest.ts';
import { endingFrom } from '../../change/model/ending-change.ts';
import { endId } from '../../change/model/ids.ts';
import { keysOf } from '../../change/model/resource.ts';
import {
  type ChangeStep,
  idOfStep,
  loggedAs,
  type Restoring,
  type Step,
  type Undone,
  undoesByItself,
} from '../../change/model/step.ts';
import { undoLifetime } from '../../change/model/time-limits.ts';
import { staysNote } from '../../change/words/outcome-in-words.ts';
import { preparedFrom } from '../../command-line/prepare-request.ts';
import type { Instant, Millis } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { mapConcurrently } from '../../core/map-concurrently.ts';
import { type ContextDependencies, contextFor } from '../../evaluate/build-context.ts';
import { fingerprint, fingerprintOf, readSnapshot } from '../../evaluate/read-snapshot.ts';
import { withTimeout } from '../../evaluate/with-timeout.ts';
import { type Traffic, withRuleContent } from '../../network/network-change.ts';
import { openedAtEnd } from '../../network/opens-access.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import { operationById } from '../../operations/index.ts';
import { inverseInPlaceOf } from '../prepare/standing-ends.ts';
import { type ReplaceDependencies, replaceEnds } from './replace-ends.ts';

/** Timeout for reading the state that a step left: after it, the result has no Undo. */
const undoTimeoutMs: Millis = 5000;

/** Timeout for reading it for an end, and for ending what the step replaces: without it, nothing ends by itself. */
const endTimeoutMs: Millis = 8000;

/** Dependencies for finding out how a step is undone. */
export interface HowUndoneDependencies extends ContextDependencies, ReplaceDependencies {
  readonly changes: ContextDependencies['changes'] & Pick<Changes, 'resource' | 'change'>;
  readonly log: Log;
}

/** What is read of the change whose step was done. */
type Requested = Pick<Change, 'id' | 'number' | 'team' | 'replyTo' | 'approval'>;

/** How a step that was done is undone: by the change that ends it, or else by an Undo; and, for the audit log, what undoes it. */
export type HowUndone = Pick<Completion, 'undo' | 'digest' | 'stays' | 'note' | 'ends'>;

/**
 * How a step of a change that was done is undone: by a change at its end if it has one, else by an Undo. If it supersedes ends, these are
 * closed, and its Undo restores what they would have (`restoring`). Nothing undoes what undoes by itself. The step was done whatever
 * happens here, so this never rejects: what can't be undone has no Undo and, where it was to end, does not end by itself, and people are
 * told why.
 */
export async function howUndone(
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  change: Requested,
  deps: HowUndoneDependencies,
  restoring?: readonly Restoring[],
): Promise<HowUndone> {
  const { step } = changeStep;
  if (undoesByItself(step)) return {};
  const id = idOfStep(changeStep);
  if (restoring) {
    const replacing = withTimeout(endTimeoutMs, replaceEnds(changeStep, deps));
    await orLogged(replacing, deps.log, 'ends not replaced', { request: id });
  }
  let command: InverseCommand | undefined;
  const nothing = (why: string): HowUndone => (step.ends ? staysSince(why, command) : {});
  try {
    command = inverseInPlaceOf(restoring ?? [], inverse(), step);
    if (!command || !prepareUndo(command, changeStep)) return nothing('no command restores what was before');
    const undone = await (step.ends
      ? withTimeout(endTimeoutMs, endOf(command, changeStep, change, deps))
      : withTimeout(undoTimeoutMs, undoOf(command, changeStep, change, deps)));
    return undone ?? nothing('somebody changed it at the same moment');
  } catch (error) {
    deps.log(step.ends ? 'no end' : 'no undo', { request: id, error: errorName(error) });
    return nothing('its state couldn’t be read after the change');
  }
}

/**
 * The command that undoes a step, with the reason that approvers and the audit log want. Undefined if this version does not take
 * it any more.
 */
export const prepareUndo = (
  { operation, raw }: Pick<InverseCommand, 'operation' | 'raw'>,
  changeStep: ChangeStep,
): Prepared<Context> | undefined => {
  const why = `Undo: ${changeStep.step.title.slice(0, 400)} · request ${loggedAs(changeStep)}`;
  return preparedFrom({ operation, raw: { ...raw, why } });
};

/**
 * The Undo as it is stored with the outcome. Undefined where another change reached the subject before its state could be read, so that no Undo can
 * be offered.
 */
async function undoOf(
  { after, ...command }: InverseCommand,
  { step }: ChangeStep,
  { replyTo }: Pick<Change, 'replyTo'>,
  deps: HowUndoneDependencies,
): Promise<HowUndone | undefined> {
  const now = await readSnapshot(command.subject, await contextFor(step.account, replyTo, deps));
  if (after !== undefined && fingerprint({ ...now, content: after }) !== fingerprint(now)) return undefined;
  const undo = { ...command, state: fingerprint(now), expires: deps.clock() + undoLifetime };
  return { undo, digest: undoDigest(undo, undo.state) };
}

/** That a step does not end by itself, why, and the command that ends it; for the audit log, too. */
export function staysSince(why: string, command: Pick<InverseCommand, 'line'> | undefined): HowUndone {
  const stays = { why, ...(command && { line: command.line }) };
  return { stays, note: staysNote(stays) };
}

/**
 * The change that ends a step which was done: its clock starts now. Reads the state in which the step left the resource. Undefined if
 * another change reached that before.
 */
async function endOf(
  { after, ...command }: InverseCommand,
  changeStep: ChangeStep,
  change: Requested,
  deps: HowUndoneDependencies,
): Promise<HowUndone | undefined> {
  const { step } = changeStep;
  const context = await contextFor(step.account, change.replyTo, deps);
  const [state, opens] = await Promise.all([
    readSnapshot(command.subject, context),
    openedAgain(step, context),
  ]);
  if (after !== undefined && fingerprint({ content: after }) !== fingerprint(state)) return undefined;
  // Of an operation that another version had, nothing is known.
  const { risk, needs } = operationById(step.operation) ?? { risk: 'opens', needs: 'approval' };
  const now = deps.clock();
  const endsAt = endsAtFrom(step, now);
  const id = endId(idOfStep(changeStep));
  const { operation, raw, line, subject } = command;
  const { account, title, action, targets, networkChange, resource } = step;
  // What is new ends as a whole.
  const keys = resource === undefined ? undefined : step.keys;
  const undoes = {
    id: idOfStep(changeStep),
    subject,
    state: fingerprintOf(keysOf({ keys }), state),
    wholeState: fingerprint(state),
    ...(opens && { opens }),
  } satisfies Undone;
  const { team, replyTo } = change;
  const [approvers, request] = [approversOf(change), requestName(change)];
  const ends = endingFrom(
    { ...changeStep, team, replyTo },
    {
      id,
      job: id,
      steps: [
        {
          operation,
          raw,
          line,
          account,
          title,
          action,
          targets,
          networkChange,
          startsAt: endsAt,
          undoes,
          ...(keys && { keys }),
        },
      ],
      ending: { cause: 'time', request, approvers, evaluated: { risk, needs, since: now } },
      expires: endsAt,
    },
    now,
  );
  return { ends, digest: undoDigest(command, undoes.state) };
}

/** What the end of a step may open again: what the step closed, beside what other ends there open. Undefined if it opens nothing. */
async function openedAgain(step: Step, context: Context): Promise<readonly Traffic[] | undefined> {
  const opened = openedAtEnd(step);
  if (!opened || step.resource === undefined) return undefined;
  const [{ ends }, rules] = await Promise.all([
    context.changes.resource(step.resource),
    context.rulesAt(opened.scope),
  ]);
  const others = await mapConcurrently(ends, ({ id }) => context.changes.get(id));
  const { traffic } = withRuleContent(opened, rules);
  return [
    ...('rule' in traffic ? [] : [traffic]),
    ...others.flatMap((end) => end?.steps[0].undoes?.opens ?? []),
  ];
}

/** When a step ends that was done `now`. */
const endsAtFrom = ({ ends }: ChangeStep['step'], now: Instant): Instant =>
  ends && 'at' in ends ? ends.at : now + (ends?.after ?? 0);

/** Who approved a change, and so what undoes it by itself. */
export const approversOf = (change: Pick<Change, 'approval'>): readonly string[] => [
  ...new Set(approvalsOf(change).map(({ person }) => person)),
];

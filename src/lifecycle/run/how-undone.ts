import { errorName } from '../../answer/user-error.ts';
import type { Change, Completion } from '../../change/model/change.ts';
import { undoDigest } from '../../change/model/digest.ts';
import { resourceId, resourceOf } from '../../change/model/resource.ts';
import { type ChangeStep, idOfStep, loggedAs, undoesByItself } from '../../change/model/step.ts';
import { undoLifetime } from '../../change/model/time-limits.ts';
import { staysNote } from '../../change/words/outcome-in-words.ts';
import { preparedFrom } from '../../command-line/prepare-request.ts';
import type { Instant, Millis } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { type ContextDependencies, contextFor } from '../../evaluate/build-context.ts';
import { fingerprint, readSnapshot } from '../../evaluate/read-snapshot.ts';
import { withTimeout } from '../../evaluate/with-timeout.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { ResultingState } from '../../operation/leaves.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { SnapshotSubject } from '../../operation/snapshot.ts';
import { isChanged, isComparable } from '../../operation/state-hash.ts';
import type { Context } from '../../operations/context/context.ts';
import { operationById } from '../../operations/index.ts';
import { closeEnds } from './close-ends.ts';
import { type DoneChange, endOfStep } from './end-of-step.ts';

/** Timeout for reading the state that a step left. After it, the result has no Undo. */
const undoTimeoutMs: Millis = 5000;

/** Timeout for reading the state for an end. After it, the step does not end by itself. */
const endTimeoutMs: Millis = 8000;

/** Dependencies for preparing the Undo or the end of a step. */
export interface HowUndoneDependencies extends ContextDependencies {
  readonly log: Log;
}

/** What a completed step has set, as far as that is known, and since when it is in effect. */
interface Effect {
  readonly leaves: ResultingState | undefined;
  readonly since: Instant;
}

/** How a completed step is undone: by the change that ends it, or else by an Undo. `digest` is for the audit log. */
export type HowUndone = Pick<Completion, 'undo' | 'digest' | 'stays' | 'note' | 'ends' | 'subject'>;

/**
 * How a step of a change that was done is undone: by a change at its end if it has one, else by an Undo. Nothing undoes what undoes
 * by itself. The step was done whatever happens here, so this never rejects: what can't be undone has no Undo and, where it was to
 * end, does not end by itself, and people are told why. A step that leaves no resource closes the ends that wait there.
 */
export async function howUndone(
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  change: DoneChange,
  { leaves, since }: Effect,
  deps: HowUndoneDependencies,
): Promise<HowUndone> {
  const { step } = changeStep;
  // An Undo would bring back for good what would have ended.
  const by = undoesByItself(step) ? undefined : changeStep.requester;
  const hadEnds = leaves?.existence === false && (await closeEnds(resourceOf(step), changeStep, deps, by));
  if (hadEnds || undoesByItself(step)) return {};
  const id = idOfStep(changeStep);
  let command: InverseCommand | undefined;
  const nothing = (why: string): HowUndone => ({
    ...(command && step.opened && { subject: command.subject }),
    ...(step.ends && staysSince(why, command)),
  });
  try {
    command = inverse();
    // Only a name that the cloud API gives out again can have ends of an earlier resource.
    if (command && operationById(step.operation)?.takesTurns && step.resource === undefined)
      await closeEnds(resourceId(step.account, command.subject), changeStep, deps);
    if (!command || !prepareUndo(command, changeStep)) return nothing('no command restores what was before');
    const undone = await (step.ends
      ? withTimeout(endTimeoutMs, endOfStep(command, changeStep, change, since, deps))
      : withTimeout(undoTimeoutMs, undoOf(command, changeStep, change, deps)));
    return undone ?? nothing('somebody changed it at the same moment');
  } catch (error) {
    deps.log(step.ends ? 'no end' : 'no undo', { request: id, error: errorName(error) });
    return nothing('its state couldn’t be read after the change');
  }
}

/** Returns the resource that a step created or changed, as what undoes it names it. */
export const subjectOf = ({ undo, ends, subject }: HowUndone): SnapshotSubject | undefined =>
  undo?.subject ?? ends?.steps[0].undoes?.subject ?? subject;

/**
 * Prepares the command that undoes a step, with a reason for approvers and the audit log. Undefined if this version does not
 * accept the command any more.
 */
export const prepareUndo = (
  { operation, raw }: Pick<InverseCommand, 'operation' | 'raw'>,
  changeStep: ChangeStep,
): Prepared<Context> | undefined => {
  const why = `Undo: ${changeStep.step.title.slice(0, 400)} · request ${loggedAs(changeStep)}`;
  return preparedFrom({ operation, raw: { ...raw, why } });
};

/**
 * The Undo as it is stored with the outcome. Undefined where another change reached the subject before its state could be read, or
 * where a part of that can't be read, so that no Undo can be offered.
 */
async function undoOf(
  { after, ...command }: InverseCommand,
  { step }: ChangeStep,
  { replyTo }: Pick<Change, 'replyTo'>,
  deps: HowUndoneDependencies,
): Promise<HowUndone | undefined> {
  const now = await readSnapshot(command.subject, await contextFor(step.account, replyTo, deps));
  if (after !== undefined && isChanged(fingerprint({ content: after }), fingerprint(now))) return undefined;
  const state = fingerprint(now);
  // Nobody could tell later whether somebody has changed it since.
  if (!isComparable(state)) return undefined;
  const undo = { ...command, state, expires: deps.clock() + undoLifetime };
  return { undo, digest: undoDigest(undo, undo.state) };
}

/** Returns a note that a step does not end by itself, with the reason and the command that ends it; also for the audit log. */
export function staysSince(why: string, command: Pick<InverseCommand, 'line'> | undefined): HowUndone {
  const stays = { why, ...(command && { line: command.line }) };
  return { stays, note: staysNote(stays) };
}

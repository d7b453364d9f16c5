import { errorName } from '../../answer/user-error.ts';
import { undoDigest } from '../../change/model/digest.ts';
import {
  type ChangeStep,
  idOfStep,
  loggedAs,
  type OfferedUndo,
  type StepOutcome,
} from '../../change/model/step.ts';
import { undoLifetime } from '../../change/model/time-limits.ts';
import { preparedFrom } from '../../command-line/prepare-request.ts';
import type { Millis } from '../../core/clock.ts';
import type { Log } from '../../core/log.ts';
import { type ContextDependencies, contextFor } from '../../evaluate/build-context.ts';
import { fingerprint, readSnapshot } from '../../evaluate/read-snapshot.ts';
import { withTimeout } from '../../evaluate/with-timeout.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import type { InverseCommand } from '../../operation/inverse.ts';
import type { Prepared } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';

/** Timeout for reading the state that a step left: after it, the result has no Undo. */
const timeoutMs: Millis = 5000;

/** Dependencies for offering an Undo. */
export interface UndoDependencies extends ContextDependencies {
  readonly log: Log;
}

/** How a step that was done is undone and, for the audit log, what undoes it. */
export type Offered = Pick<StepOutcome, 'undo' | 'digest'>;

/** How a step is undone, if it has an inverse. The step was done whatever happens here, so this never rejects. */
export async function undoable(
  inverse: () => InverseCommand | undefined,
  changeStep: ChangeStep,
  replyTo: ReplyTarget,
  deps: UndoDependencies,
): Promise<Offered> {
  try {
    const command = inverse();
    if (!command || !prepareUndo(command, changeStep)) return {};
    const undo = await withTimeout(timeoutMs, undoFrom(command, changeStep, replyTo, deps));
    return undo ? { undo, digest: undoDigest(undo, undo.state) } : {};
  } catch (error) {
    deps.log('no undo', { request: idOfStep(changeStep), error: errorName(error) });
    return {};
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
async function undoFrom(
  { left, ...command }: InverseCommand,
  changeStep: ChangeStep,
  replyTo: ReplyTarget,
  deps: UndoDependencies,
): Promise<OfferedUndo | undefined> {
  const now = await readSnapshot(command.subject, await contextFor(changeStep.step.account, replyTo, deps));
  if (left !== undefined && fingerprint({ ...now, content: left }) !== fingerprint(now)) return undefined;
  return { ...command, state: fingerprint(now), expires: deps.clock() + undoLifetime };
}

import { failed, line, note } from '../../answer/answer.ts';
import { changedInNewVersion } from '../../answer/new-version.ts';
import { errorName, UserError } from '../../answer/user-error.ts';
import { reason } from '../../audit-log/entries.ts';
import { type EndingChange, isLate } from '../../change/model/ending-change.ts';
import { endId, mayUndo } from '../../change/model/ids.ts';
import { keysOf } from '../../change/model/resource.ts';
import type { ChangeStep, StepOutcome } from '../../change/model/step.ts';
import { giveWay, tryAgain } from '../../change/transitions/moving.ts';
import { ifNotClaimedSince } from '../../change/transitions/running.ts';
import { contextFor } from '../../evaluate/build-context.ts';
import { explain, isExpected } from '../../evaluate/describe-error.ts';
import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import { fingerprintOf } from '../../evaluate/read-snapshot.ts';
import { type PresentState, readUndone, withPermanentUses } from '../../evaluate/read-undone.ts';
import { covers } from '../../network/covers.ts';
import { type Traffic, withRuleContent } from '../../network/network-change.ts';
import { opensAccess } from '../../network/opens-access.ts';
import { unreadInTraffic } from '../../network/unread-parts.ts';
import type { Plan } from '../../operation/operation.ts';
import { isChanged } from '../../operation/state-hash.ts';
import type { Context } from '../../operations/context/context.ts';
import type { Result } from '../../queue/result.ts';
import { updated } from '../notify/result-of-change.ts';
import { closeUnsent } from './close-step.ts';
import { prepareUndo } from './how-undone.ts';
import { isAppliedSo } from './proof.ts';
import { superseded } from './replace-ends.ts';
import { resourceToHold, supersedersOf } from './resource-to-hold.ts';
import { type ApprovedRunDependencies, runOfStep } from './run-of-step.ts';
import { NotDue, runStep, withhold } from './run-step.ts';

/** A step of an end or a rollback. */
export interface EndingStep {
  readonly change: EndingChange;
  readonly changeStep: ChangeStep;
}

/**
 * Runs a step of an end or a rollback, at most once per attempt, unless somebody changed the resource. People agreed to it with
 * the change that it undoes, so it needs no approval, no policy and no answer from Slack. A rejection other than
 * `OutcomeNotStored` means that nothing was sent.
 */
export async function runEnding(
  { change, changeStep }: EndingStep,
  job: string,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  const over = await takeOver(change, changeStep, job, deps);
  if (over) {
    await closeUnsent(change, changeStep.index, over, deps);
    // The job of that end has logged it.
    return { deliveries: [], ...updated(change) };
  }
  const { resource, busyWith } = await resourceToHold(changeStep, deps);
  const by = resource ? await supersedersOf(change.id, resource, deps) : 'none';
  // Waits for a running change, whose effect could look like somebody else's.
  if (busyWith || by === 'running') throw new NotDue(job);
  let found: Found;
  try {
    found = by === 'done' ? { skipped: superseded() } : await look({ change, changeStep }, deps);
  } catch (error) {
    if (error instanceof StillUsed && waitsQuietly(change, changeStep, deps)) throw new NotDue(job);
    await withhold(changeStep, job, deps);
    return attemptFailed(change, changeStep, job, error, deps);
  }
  if ('skipped' in found) {
    await withhold(changeStep, job, deps);
    return closeUnsent(change, changeStep.index, { kind: 'skipped', ...found.skipped, job }, deps);
  }
  return runStep(runOfStep(change, found.changeStep, found, job, deps, resource), job, deps);
}

/**
 * In a rollback, cancels the end of a step that ends by itself; waits if that end is already running. Resolves to the outcome
 * of the end if it is over.
 */
async function takeOver(
  change: EndingChange,
  { step: { undoes } }: ChangeStep,
  job: string,
  { changes, clock }: ApprovedRunDependencies,
): Promise<StepOutcome | undefined> {
  if (change.ending.cause === 'time' || !undoes || !mayUndo(change.id, undoes.id)) return undefined;
  const end = await changes.get(endId(undoes.id));
  if (!end) return undefined;
  const given = await changes.change(end.id, (current) => giveWay(current, clock()));
  if ('change' in given) return undefined;
  const { outcome } = (await changes.get(end.id))?.steps[0] ?? {};
  if (!outcome) throw new NotDue(job);
  return outcome;
}

/** The step and its plan. */
interface Undoing extends Pick<EvaluatedStep, 'plan' | 'superseded'> {
  readonly changeStep: ChangeStep;
}

/** Result of the check: somebody changed the resource, or how the step is undone. */
type Found = Undoing | { readonly skipped: Required<Pick<StepOutcome, 'answer' | 'note'>> };

/**
 * Checks that the audit log proves the step to be undone, compares the state in which it left its resource with the current
 * one, and resolves the command. Reads only.
 */
async function look({ change, changeStep }: EndingStep, deps: ApprovedRunDependencies): Promise<Found> {
  const { step } = changeStep;
  const { undoes } = step;
  if (!undoes || !mayUndo(change.id, undoes.id) || !(await isAppliedSo(changeStep, undoes, deps)))
    throw unproven();
  const context = await contextFor(step.account, change.replyTo, deps);
  const now = await readUndone(undoes, context);
  // A state in another form is no sign that somebody changed it, and an end that closes access never gives up.
  if (isChanged(undoes.state, fingerprintOf(keysOf(step), now))) {
    const permanent = await withPermanentUses(now, context);
    if (!permanent) throw new StillUsed(now);
    return { skipped: changedBySomebody(step.line, permanent) };
  }
  const prepared = prepareUndo(step, changeStep);
  if (!prepared) throw new UserError(changedInNewVersion('command'));
  const plan = await prepared.resolve(context);
  // Others may have changed its other keys since.
  if (step.keys && !(await opensAsAgreed(plan, undoes.opens, context)))
    return { skipped: changedBySomebody(step.line, now) };
  const { raw, title, action, targets } = plan;
  return {
    plan,
    superseded: [],
    changeStep: { ...changeStep, step: { ...step, raw, title, action, targets, line: prepared.line } },
  };
}

/** Resolves to whether a change opens no more than people agreed to. Rejects with a `UserError` if that can't be read. */
async function opensAsAgreed(
  { networkChange }: Plan,
  agreed: readonly Traffic[] = [],
  { rulesAt }: Pick<Context, 'rulesAt'>,
): Promise<boolean> {
  if (!networkChange || !opensAccess(networkChange)) return true;
  const { traffic } = withRuleContent(networkChange, await rulesAt(networkChange.scope));
  if (!('rule' in traffic) && agreed.some((one) => covers(one, traffic))) return true;
  const unread = 'rule' in traffic ? '' : unreadInTraffic(traffic, networkChange.scope.kind);
  if (unread) throw new UserError(`Skydesk can’t read its ${unread}, so it can’t tell what this would open.`);
  return false;
}

const unproven = () =>
  new UserError('The audit log doesn’t have yet that this was applied, and what undoes it.', {
    next: 'It ends once the audit log has that.',
  });

const changedBySomebody = (words: string, { changed, description }: PresentState) => ({
  answer: [
    note(`${changed}, so Skydesk didn’t touch it. `, ...[description].flat()),
    note('If it should still end, run: ', line(words)),
  ],
  note: `${changed}, so nothing was changed.`,
});

/** A created resource is still used by something that ends by itself, and ends after that. Nothing was sent. */
class StillUsed extends UserError {
  constructor({ changed }: PresentState) {
    super(`${changed}, and that ends by itself. This ends after it.`);
  }
}

/** Returns whether it waits for its users silently: until it is late, since the ends of a plan come one after another. */
const waitsQuietly = (
  { created }: EndingChange,
  { step: { startsAt = created } }: ChangeStep,
  { clock }: ApprovedRunDependencies,
): boolean => !isLate(startsAt, clock());

/** Records an attempt that sent nothing, for a retry. */
async function attemptFailed(
  change: EndingChange,
  { index }: ChangeStep,
  job: string,
  error: unknown,
  deps: ApprovedRunDependencies,
): Promise<Result> {
  deps.log('not ended', { change: change.id, error: errorName(error) });
  const answer = isExpected(error) ? explain(error).slice(0, 1) : [failed('Its state couldn’t be read.')];
  const attempt = { job, answer, note: reason(error), isPassing: !(error instanceof StillUsed) };
  const written = await deps.changes.change(
    change.id,
    ifNotClaimedSince(change, index, (current) => tryAgain(current, index, attempt, deps.clock())),
  );
  return 'refused' in written ? { deliveries: [] } : { deliveries: [], ...updated(change) };
}

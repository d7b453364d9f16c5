import { type Answer, buttons, note } from '../../answer/answer.ts';
import { UserError } from '../../answer/user-error.ts';
import { mayUndo } from '../../change/model/ids.ts';
import type { Reversal } from '../../change/model/reversal.ts';
import type { ChangeStep, StepOutcome, Undone } from '../../change/model/step.ts';
import { endNowButton } from '../../change/words/end-buttons.ts';
import type { Refusal } from '../../change/words/refusal.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { contextFor } from '../../evaluate/build-context.ts';
import type { EvaluatedStep } from '../../evaluate/evaluate.ts';
import { fingerprint } from '../../evaluate/read-snapshot.ts';
import { type PresentState, readUndone, whyUnread, withPermanentUses } from '../../evaluate/read-undone.ts';
import { standingOf } from '../../evaluate/standing.ts';
import { covers } from '../../network/covers.ts';
import { type NetworkChange, withRuleContent } from '../../network/network-change.ts';
import { opensAccess } from '../../network/opens-access.ts';
import { listsAtMost, unreadInTraffic } from '../../network/unread-parts.ts';
import type { Prepared, ResolvedCommand } from '../../operation/operation.ts';
import type { Context } from '../../operations/context/context.ts';
import { prepareUndo } from './how-undone.ts';
import { isAppliedSo } from './proof.ts';
import type { ApprovedRunDependencies } from './run-of-step.ts';
import { withoutClosed } from './without-closed.ts';

/** A step of an end or a rollback. */
export interface ReversalStep {
  readonly change: Reversal;
  readonly changeStep: ChangeStep;
}

/** The step and the command that undoes it. */
interface Undoing extends Pick<EvaluatedStep, 'resolved'> {
  readonly changeStep: ChangeStep;
  /** Why it restores only a part of what was before. */
  readonly why?: string;
}

/** Result of the check: why nothing is sent, or how the step is undone. */
export type Checked = Undoing | { readonly unsent: Omit<StepOutcome, 'job'> };

/** What is compared: the state that the step left, the present one, and the command that undoes it. */
interface Compared {
  readonly changeStep: ChangeStep;
  readonly undoes: Undone;
  readonly now: PresentState;
  readonly prepared: Prepared<Context>;
  readonly context: Context;
}

/**
 * Checks that the audit log proves the step to be undone, compares the state in which it left its resource with the current
 * one, and resolves the command. Reads only. Rejects for an end that has to wait, with what it waits for.
 */
export async function checkEnd(
  { change, changeStep }: ReversalStep,
  deps: ApprovedRunDependencies,
): Promise<Checked> {
  const { step } = changeStep;
  const { undoes } = step;
  if (!undoes || !mayUndo(change.id, undoes.id) || !(await isAppliedSo(changeStep, undoes, deps)))
    throw whyNotRun.endUnproven();
  const context = await contextFor(step.account, change.replyTo, deps);
  const now = await readUndone(undoes, context);
  const prepared = prepareUndo(step, changeStep);
  if (!prepared) throw whyNotRun.endOfNewVersion();
  const compared = { changeStep, undoes, now, prepared, context };
  const { cause, widened } = change.reversal;
  if (step.until !== undefined && deps.clock() >= step.until)
    return { unsent: skipped(whyNotRun.broughtBackTooLate()) };
  const standing = standingOf(step, now);
  const why = cause === 'failure' ? whyUnread(now) : undefined;
  switch (standing) {
    case 'gone':
    case 'closed':
      return { unsent: nothingLeft(standing) };
    case 'other':
      return { unsent: await whyOther(compared, cause === 'time') };
    case 'widened':
      // Only a person who saw it closes what others opened.
      if (cause === 'failure') throw new NeedsPerson(whyNotRun.openedMoreAtRollback, now);
      if (widened !== fingerprint(now)) throw new OpenedFurther(compared);
      return undoing(compared);
    default:
      // Unlike an end, which alone has a hash of the whole state, an Undo needs to know that nobody changed anything.
      if (undoes.wholeState === undefined && why !== undefined) throw new UserError(`${why}.`);
      return undoing(compared);
  }
}

/** Resolves to how the step is undone. Others may have changed other keys since, or closed a part of what it would set again. */
async function undoing(compared: Compared): Promise<Checked> {
  const { changeStep, undoes, now, prepared, context } = compared;
  const { step } = changeStep;
  const whole = await resolved(prepared, changeStep, context);
  if (!step.keys || (await opensAsAgreed(whole.resolved, undoes, context))) return whole;
  if (!undoes.left) return { unsent: untouched(step.line, { ...now, changed: whyNotRun.wouldOpenMore }) };
  const raw = withoutClosed(step.raw, undoes.subject, now);
  const less = raw && prepareUndo({ ...step, raw }, changeStep);
  const narrowed = less && (await resolved(less, changeStep, context));
  if (narrowed && (await opensAsAgreed(narrowed.resolved, undoes, context)))
    return { ...narrowed, why: onlyPart };
  throw new NeedsPerson(whyNotRun.opensTooMuch, now);
}

async function resolved(
  prepared: Prepared<Context>,
  { step, ...changeStep }: ChangeStep,
  context: Context,
): Promise<Undoing> {
  const resolved = await prepared.resolve(context);
  const { raw, title, action, targets } = resolved;
  return {
    resolved,
    changeStep: { ...changeStep, step: { ...step, raw, title, action, targets, line: prepared.line } },
  };
}

/** Resolves to whether a change opens no more than people agreed to. Rejects with a `UserError` if that can't be read. */
async function opensAsAgreed(
  { networkChange }: ResolvedCommand,
  { opens = [], left }: Undone,
  { rulesAt }: Pick<Context, 'rulesAt'>,
): Promise<boolean> {
  if (!networkChange || !opensAccess(left ? fromMost(networkChange) : networkChange)) return true;
  const { traffic } = withRuleContent(networkChange, await rulesAt(networkChange.scope));
  if (!('rule' in traffic) && opens.some((one) => covers(one, traffic))) return true;
  const unread = left || 'rule' in traffic ? '' : unreadInTraffic(traffic, networkChange.scope.kind);
  if (unread) throw new UserError(whyNotRun.openingUnread(unread));
  return false;
}

/** An end that closes access comes although it can't read what it sets again, which may be open already. */
const fromMost = (networkChange: NetworkChange): NetworkChange =>
  networkChange.change === 'updates'
    ? { ...networkChange, before: { ...networkChange.before, ...listsAtMost(networkChange.before) } }
    : networkChange;

/** Resolves to why nothing is sent for a resource that is not as the step left it: it is as before, gone, or somebody changed it. */
async function whyOther(
  { changeStep, now, prepared, context }: Compared,
  isEnd: boolean,
): Promise<Omit<StepOutcome, 'job'>> {
  const over = isEnd && (await overAlready(prepared, now, context));
  if (over) return nothingLeft(over);
  const permanent = await withPermanentUses(now, context);
  if (!permanent) throw new StillUsed(now);
  return untouched(changeStep.step.line, permanent);
}

async function overAlready(
  prepared: Prepared<Context>,
  { content }: PresentState,
  context: Context,
): Promise<'gone' | 'closed' | false> {
  try {
    return (await prepared.resolve(context)).already !== undefined && 'closed';
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return content === 'gone' && 'gone';
  }
}

const skipped = (why: Refusal): Omit<StepOutcome, 'job'> => ({ kind: 'skipped', ...why });

const nothingLeft = (over: 'gone' | 'closed'): Omit<StepOutcome, 'job'> => ({
  over,
  kind: 'over',
  ...(over === 'gone' ? whyNotRun.removedBefore() : whyNotRun.nothingLeft()),
});

/**
 * An end that closes access can't close alone what its step opened. It stays overdue until others put back what they changed, or a
 * person ends it.
 */
export class NeedsPerson extends UserError {
  constructor(why: string, { description }: PresentState, ...more: Answer) {
    super(why, { details: [note(...[description].flat()), ...more] });
  }
}

/** This one runs. */
const onlyPart =
  'It opened only a part again: the rest is more than was approved, since something else changed there.';

class OpenedFurther extends NeedsPerson {
  constructor({ changeStep: { step }, undoes: { id }, now }: Compared) {
    const button = buttons(endNowButton({ id, step }));
    super(whyNotRun.othersOpenedMore, now, button);
  }
}

const untouched = (typed: string, { changed, description }: PresentState) =>
  skipped(whyNotRun.changedSince(changed, description, typed));

/** A created resource is still used by something that ends by itself, and ends after that. Nothing was sent. */
export class StillUsed extends UserError {
  constructor({ changed }: PresentState) {
    super(whyNotRun.stillUsed(changed));
  }
}

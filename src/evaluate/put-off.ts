import { note } from '../answer/answer.ts';
import { UserError } from '../answer/user-error.ts';
import { isWaiting } from '../change/model/change.ts';
import { endsAmong } from '../change/model/end-target.ts';
import { isReversal, type Reversal } from '../change/model/reversal.ts';
import { listsOf, type NetworkChange, type Rule, type RuleLists } from '../network/network-change.ts';
import { opensAccess } from '../network/opens-access.ts';
import { rulesAfter } from '../network/rules-after.ts';
import type { ResolvedCommand } from '../operation/operation.ts';
import type { Snapshot } from '../operation/snapshot.ts';
import type { Resolved } from './accepted.ts';
import type { FoundStep } from './after-earlier-steps.ts';
import { fingerprint, readSnapshot } from './read-snapshot.ts';
import { madeByEnd } from './rules-after-ends.ts';
import { type Standing, standingOf } from './standing.ts';

/**
 * Resolves to the end that a step extends, or cancels to keep what it would end; undefined for any other step. Rejects with a
 * `UserError` if people agreed to less than is open now, or if nothing is left of it.
 */
export async function endPutOffBy({
  resolved,
  context,
}: Pick<Resolved, 'resolved' | 'context'>): Promise<Reversal | undefined> {
  const [id] = resolved.evaluatedAs?.openSince === undefined ? [] : endsAmong(resolved.targets);
  const end = id === undefined ? undefined : await context.changes.get(id);
  if (!end || !isReversal(end)) return undefined;
  const [ended] = end.steps;
  const { networkChange, undoes } = ended;
  if (!isWaiting(end) || !undoes || !networkChange || !opensAccess(networkChange)) return end;
  const now = await readSnapshot(undoes.subject, context);
  const left = undoes.left ?? ownLists(networkChange, now);
  const why = left ? whyNotPutOff[standingOf({ ...ended, undoes: { ...undoes, left } }, now)] : notRead;
  if (why === undefined) return end;
  throw new UserError(why.text, { details: [note(...[now.description].flat())], next: why.next });
}

/** Returns what a step by itself opened, whose state nobody could read then; undefined if that can't be told, or compared. */
const ownLists = ({ traffic }: NetworkChange, { unread = [] }: Snapshot): RuleLists | undefined =>
  'rule' in traffic || unread.length > 0 ? undefined : listsOf(traffic);

const notRead = {
  text: 'Skydesk couldn’t read what this opened, and can’t compare it.',
  next: 'Let it end, and request it again.',
};

const nothingLeft = { text: 'Nothing of this is left to keep.', next: 'Request it again.' };

const whyNotPutOff: Readonly<Partial<Record<Standing, { readonly text: string; readonly next: string }>>> = {
  widened: {
    text: 'Somebody opened more there since, which nobody has approved.',
    next: 'Put that back first, or end this.',
  },
  closed: nothingLeft,
  gone: nothingLeft,
  other: nothingLeft,
};

/**
 * Resolves to a step that ends something now, with what others opened further: it closes that, too, at once for those who may approve
 * there, and with an approval for others, just as they see it. Any other step stays as it is.
 */
export async function withAllThatEnds(step: FoundStep): Promise<FoundStep> {
  const { prepared, resolved, context } = step;
  const { evaluatedAs } = resolved;
  const [id] = prepared.operation.endsNow ? endsAmong(resolved.targets) : [];
  const [ended] = (id === undefined ? undefined : await context.changes.get(id))?.steps ?? [];
  if (!evaluatedAs || !ended?.undoes?.left) return step;
  const now = await readSnapshot(ended.undoes.subject, context);
  if (standingOf(ended, now) !== 'widened') return step;
  const mayApprove = (await context.mayApprove())(context.service.alias);
  const warnings = [
    ...resolved.warnings,
    ['Somebody opened more there, and all of it closes. ', ...[now.description].flat()],
  ];
  const needs = mayApprove ? evaluatedAs.needs : 'approval';
  const widened = fingerprint(now);
  const run = () => resolved.run(widened);
  return {
    ...step,
    resolved: { ...resolved, warnings, widened, run, evaluatedAs: { ...evaluatedAs, needs } },
  };
}

/** Adds an end that a step puts off: the access that the end would have closed counts as opened by the step. */
export const withPutOff = <
  Step extends { readonly resolved: ResolvedCommand; readonly rules: readonly Rule[] },
>(
  step: Step,
  putOff: Reversal | undefined,
): Step => (putOff ? { ...step, rules: rulesAfterEnd(step.rules, step.resolved, putOff) } : step);

/** Returns the rules without the access that the end of a whole policy would close, for a step that opens; for others, vice versa. */
function rulesAfterEnd(
  rules: readonly Rule[],
  { networkChange }: ResolvedCommand,
  end: Reversal,
): readonly Rule[] {
  const made = networkChange && madeByEnd(end);
  return made && made.change !== 'updates' && opensAccess(made) !== opensAccess(networkChange)
    ? rulesAfter(rules, made)
    : rules;
}

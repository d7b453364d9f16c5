import { type Text, time } from '../answer/answer.ts';
import { resourceId } from '../change/model/resource.ts';
import { nameOfEnd, type Reversal, timeOfEnd } from '../change/model/reversal.ts';
import { mapConcurrently, maxConcurrency } from '../core/map-concurrently.ts';
import { inForce, type NetworkChange, type Rule, withRuleContent } from '../network/network-change.ts';
import { opensAccess } from '../network/opens-access.ts';
import { overlaps, productOf } from '../network/product.ts';
import { rulesAfter } from '../network/rules-after.ts';
import type { Context } from '../operations/context/context.ts';
import { endsWaitingFor } from '../operations/context/ends-waiting-for.ts';
import { durationOf, startTime } from '../time/timing.ts';
import type { FoundStep } from './after-earlier-steps.ts';

/** Upper bound for the policies whose ends are looked up. */
const maxLookedUp = 50;

/**
 * Resolves to a step that opens access, compared with the policies as they are once those that end before it have ended: what they
 * allow until then is opened by the step, and approvers read until when.
 */
export async function withoutEnding(step: FoundStep): Promise<FoundStep> {
  const { resolved, rules, context, known } = step;
  const { networkChange } = resolved;
  if (!networkChange || networkChange.scope.kind === 'public' || !opensAccess(networkChange)) return step;
  const now = context.clock();
  const lasts = known && durationOf(known, now);
  const until = lasts === undefined ? Number.POSITIVE_INFINITY : startTime(known, now) + lasts;
  const others = beside(networkChange, rules).slice(0, maxLookedUp);
  const ends = (
    await mapConcurrently(others, (rule) => endsOf(rule, networkChange, context), maxConcurrency.store)
  )
    .flat()
    .filter((end) => timeOfEnd(end) < until);
  if (ends.length === 0) return step;
  return {
    ...step,
    rules: ends.flatMap((end) => madeByEnd(end) ?? []).reduce(rulesAfter, rules),
    resolved: { ...resolved, warnings: [...resolved.warnings, ...ends.map(allowsUntil)] },
  };
}

/** Returns the other active policies that allow some of what a change opens. */
function beside(networkChange: NetworkChange, rules: readonly Rule[]): readonly Rule[] {
  const { traffic } = withRuleContent(networkChange, rules);
  if ('rule' in traffic) return [];
  const own = networkChange.change === 'updates' ? networkChange.before.id : idIn(networkChange);
  const opened = productOf(traffic);
  return rules.filter((rule) => rule.id !== own && inForce(rule) && overlaps(productOf(rule), opened));
}

const idIn = ({ traffic }: NetworkChange): string | undefined =>
  'rule' in traffic ? traffic.rule : undefined;

/** Resolves to the ends that close something of a policy. */
async function endsOf(
  { id }: Rule,
  { scope }: NetworkChange,
  context: Context,
): Promise<readonly Reversal[]> {
  if (scope.kind === 'public') return [];
  const kind = scope.kind === 'between' ? 'firewall between' : 'firewall inside';
  const dc = scope.dataCenter;
  const waiting = await endsWaitingFor(resourceId(context.service.alias, { kind, dc, id }), context);
  return waiting.filter(({ steps: [{ undoes }] }) => undoes?.left);
}

/** Returns the effect of an end on a policy; undefined if it has none. */
export function madeByEnd({ steps: [{ networkChange, undoes }] }: Reversal): NetworkChange | undefined {
  if (!networkChange) return undefined;
  if (networkChange.change === 'updates') return { ...networkChange, traffic: networkChange.before };
  const undone = { opens: 'deletes', enables: 'disables', disables: 'enables', deletes: 'opens' } as const;
  const traffic = { rule: undoes?.subject.id ?? '' };
  return { ...networkChange, change: undone[networkChange.change], traffic };
}

/** Returns a warning such as "Until 18:00, #7 allows some of this, too. Then only this change does." */
const allowsUntil = (end: Reversal): Text => [
  'Until ',
  time(new Date(timeOfEnd(end)), 'minute'),
  `, ${nameOfEnd(end)} allows some of this, too. Then only this change does.`,
];

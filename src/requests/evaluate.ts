import { type Rule, withRuleContent } from '../core/network-change.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import type { ReplyTarget } from '../core/reply-target.ts';
import type { Context } from '../operations/shared/context.ts';
import { rulesAt } from '../operations/shared/firewall-rules.ts';
import { type Decision, decide } from '../policy/decide.ts';
import { type ContextDependencies, contextFor, personOf } from './build-context.ts';

/** A request with its names looked up, and what the policy decides about it, right now. */
export interface Evaluation {
  readonly context: Context;
  readonly plan: Plan;
  readonly decision: Decision;
  /** The firewall rules that a change of them is compared with; empty for all else. */
  readonly rules: readonly Rule[];
}

/** Looks names, the person's groups and firewall rules up again, then asks the policy. Reads only. */
export async function evaluate(
  prepared: Prepared<Context>,
  place: ReplyTarget,
  deps: ContextDependencies,
): Promise<Evaluation> {
  const context = await contextFor(prepared.account, place, deps);
  const [plan, person] = await Promise.all([prepared.resolve(context), personOf(place.person, deps)]);
  const rules = plan.networkChange ? await rulesAt(plan.networkChange.scope, context) : [];
  const exposes = plan.networkChange && withRuleContent(plan.networkChange, rules);
  const { risk, needs } = prepared.operation;
  const request = { risk, needs, exposes, requester: person, account: context.service.alias };
  return { context, plan, decision: decide(request, deps.policy), rules };
}

import { note } from '../core/answer.ts';
import { type Rule, withRuleContent } from '../core/network-change.ts';
import type { Plan, Prepared } from '../core/operation.ts';
import { UserError } from '../core/user-error.ts';
import type { Context } from '../operations/shared/context.ts';
import { rulesAt } from '../operations/shared/firewall-rules.ts';
import { type Decision, decide } from '../policy/decide.ts';
import { may, type Person, whoMay } from '../policy/people.ts';
import { peopleInWords } from '../policy/people-in-words.ts';
import type { Policy } from '../policy/policy.ts';

/** A request with its names looked up, and what the policy decides about it, right now. */
export interface Evaluation {
  readonly context: Context;
  readonly plan: Plan;
  readonly decision: Decision;
  /** The firewall rules that a change of them is compared with; empty for all else. */
  readonly rules: readonly Rule[];
}

/**
 * Looks up the names and firewall policies that a request is about, then asks the policy. Reads only. What a name can mean
 * is not told to a person who may not read there.
 */
export async function evaluateIn(
  context: Context,
  prepared: Prepared<Context>,
  asking: Promise<Person>,
  policy: Policy,
): Promise<Evaluation> {
  const account = context.service.alias;
  const [plan, requester] = await Promise.all([
    prepared.resolve(context).catch(async (error: unknown) => {
      if (error instanceof UserError && !may('read', await asking, account, policy)) {
        throw mayNotRead(account, policy);
      }
      throw error;
    }),
    asking,
  ]);
  const rules = plan.networkChange ? await rulesAt(plan.networkChange.scope, context) : [];
  const exposes = plan.networkChange && withRuleContent(plan.networkChange, rules);
  const { risk, needs } = prepared.operation;
  const decision = decide({ risk, needs, exposes, requester, account }, policy);
  return { context, plan, decision, rules };
}

const mayNotRead = (account: string, policy: Policy): UserError =>
  new UserError(`You don’t have permission to view ${account}.`, {
    details: [note('Who can: ', ...peopleInWords(whoMay('read', account, policy)), '.')],
  });

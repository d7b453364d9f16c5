import { type NetworkChange, only, type Rule, ruleOf } from './network-change.ts';

/** Returns the rules of a scope after a change of one of them. Excludes a new rule, which has no id yet. */
export function rulesAfter(rules: readonly Rule[], networkChange: NetworkChange): readonly Rule[] {
  const { change } = networkChange;
  if (change === 'opens') return rules;
  const changed = change === 'updates' ? networkChange.before.id : ruleOf(networkChange, rules)?.id;
  return rules.flatMap((rule) => {
    if (rule.id !== changed) return [rule];
    if (change === 'updates') return [{ ...rule, ...only(networkChange.traffic, networkChange.sets) }];
    return change === 'deletes' ? [] : [{ ...rule, enabled: change === 'enables' }];
  });
}

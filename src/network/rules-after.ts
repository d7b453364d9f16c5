import { type NetworkChange, type Rule, ruleOf } from './network-change.ts';

/** The rules of a scope once one of them is changed there. What a change creates is not among them: it has no id yet. */
export function rulesAfter(rules: readonly Rule[], networkChange: NetworkChange): readonly Rule[] {
  const { change } = networkChange;
  if (change === 'opens') return rules;
  const changed = change === 'updates' ? networkChange.before.id : ruleOf(networkChange, rules)?.id;
  return rules.flatMap((rule) => {
    if (rule.id !== changed) return [rule];
    if (change === 'updates') return [{ ...rule, ...networkChange.traffic }];
    return change === 'deletes' ? [] : [{ ...rule, enabled: change === 'enables' }];
  });
}

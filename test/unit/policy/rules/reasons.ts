import type { NetworkChange } from '../../../../src/network/network-change.ts';
import { defaults, type Policy } from '../../../../src/policy/policy.ts';
import { score } from '../../../../src/policy/risk.ts';
import type { RiskRule } from '../../../../src/policy/rules/rule.ts';

const policy: Policy = {
  ...defaults,
  accounts: { PROD: { production: true }, LIVE: { production: true }, TEST: { production: false } },
};

/** The reasons that one rule alone has for a change. PROD and LIVE are production accounts. */
export const reasons = (
  rule: RiskRule,
  networkChange: NetworkChange | undefined,
  account = 'ACME',
): readonly string[] => score([{ networkChange, account }], policy, [], [rule]).map(({ why }) => why);

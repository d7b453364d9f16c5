import type { RiskRule } from './rule.ts';

export const deletesPolicy = {
  kind: 'closing',
  id: 'deletesPolicy',
  points: 1,
  description: 'A firewall policy is deleted or disabled, or allows less.',
  reason: (change) => `${change} a firewall policy`,
} as const satisfies RiskRule;

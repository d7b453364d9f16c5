import type { RiskRule } from './rule.ts';

export const deletesPolicy = {
  kind: 'closing',
  id: 'deletesPolicy',
  points: 1,
  description: 'A firewall policy is deleted or disabled.',
  reason: (change) =>
    `A rule is ${change === 'deletes' ? 'deleted' : 'switched off'}: connections that need it stop working.`,
} as const satisfies RiskRule;

import type { RiskRule } from './rule.ts';

export const crossAccount = {
  kind: 'opening',
  id: 'crossAccount',
  points: 2,
  description: 'The other end is in another account.',
  canApply: (accounts) => accounts.length > 1,
  reason: ({ to }) => `It reaches into another account: ${to}.`,
} as const satisfies RiskRule;

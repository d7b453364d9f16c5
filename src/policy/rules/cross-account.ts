import type { RiskRule } from './rule.ts';

export const crossAccount = {
  kind: 'opening',
  id: 'crossAccount',
  points: 2,
  description: 'The source and the destination are in different accounts.',
  canApply: (accounts) => accounts.length > 1,
  reason: ({ to }) => `It reaches into another account: ${to}.`,
} as const satisfies RiskRule;

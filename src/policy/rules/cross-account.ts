import type { RiskRule } from './rule.ts';

export const crossAccount = {
  kind: 'opening',
  id: 'crossAccount',
  points: 2,
  description: 'The source and the destination are in different accounts.',
  canApply: (accounts) => accounts.length > 1,
  reason: ({ into }) => ['other account', into].filter(Boolean).join(' '),
} as const satisfies RiskRule;

import type { RiskRule } from './rule.ts';

export const production = {
  kind: 'account',
  id: 'production',
  points: 2,
  description: 'The account is marked as production, or the change reaches into an account that is.',
  reason: ({ alias, production: isMarked }) => (isMarked ? `production account ${alias}` : undefined),
} as const satisfies RiskRule;

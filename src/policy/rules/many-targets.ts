import type { RiskRule } from './rule.ts';

/** Number of targets that counts the points once. */
const step = 5;

export const manyTargets = {
  kind: 'targets',
  id: 'manyTargets',
  points: 1,
  description: `One change is about several resources, such as servers: once for every ${step} of them.`,
  times: (targets) => Math.floor(targets / step),
  reason: (targets) => `${targets} at once`,
} as const satisfies RiskRule;

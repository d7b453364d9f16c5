import { needInWords } from './describe-policy.ts';
import type { Level, Policy } from './policy.ts';
import { maxScore, type Point, sum } from './risk.ts';

/**
 * A risk score in one line: "Risk 7 of 14: 10.0.0.0/8 wider than /16 (2) · all ports incl. SSH, RDP (3) · other account ACDV
 * (2) → 2 approvals + ticket". Without a policy it has no top of the scale, without `needs` no end.
 */
export function riskLine(points: readonly Point[], policy?: Policy, needs?: Omit<Level, 'minScore'>): string {
  const reasons = scoredReasons(points);
  const said = [`Risk ${scoreOf(points, policy)}`, ...(reasons ? [reasons] : [])];
  return `${said.join(': ')}${needs ? ` → ${needInWords(needs)}` : ''}`;
}

/** "10.0.0.0/8 wider than /16 (2) · all ports incl. SSH, RDP (3)". Empty without points. */
export const scoredReasons = (points: readonly Point[]): string =>
  points.map(({ points: amount, why }) => `${why.replace(/\.$/, '')} (${amount})`).join(' · ');

/** "7 of 14". A change of several steps can score more than the scale of one; it is "20" then. */
function scoreOf(points: readonly Point[], policy: Policy | undefined): string {
  const score = sum(points);
  const max = policy && maxScore(policy);
  return max === undefined || score > max ? String(score) : `${score} of ${max}`;
}

import type { ApprovalRequired, Decision } from './decide.ts';
import { needInWords } from './describe-policy.ts';
import type { Policy } from './policy.ts';
import { maxScore, type Point, sum } from './risk.ts';

/**
 * Returns the risk of a change and the approvals that it needs, for its preview, its card and `policy explain`: "Risk 7 of 14 ·
 * 10.0.0.0/8 wider than /16 (2) · all ports incl. SSH, RDP (3) · other account ACDV (2) · needs 2 approvals + ticket".
 */
export function riskLine(
  decision: ApprovalRequired | Extract<Decision, { kind: 'confirm' }>,
  policy: Policy,
): string {
  const reasons = scoredReasons(decision.points);
  const needs = decision.kind === 'confirm' ? 'no approval is needed' : `needs ${needInWords(decision)}`;
  return [`Risk ${scoreOf(decision.points, policy)}`, ...(reasons ? [reasons] : []), needs].join(' · ');
}

/** Returns the distinct reasons: "10.0.0.0/8 wider than /16 (2) · opens SSH (12 × 2)". Empty without points. */
const scoredReasons = (points: readonly Point[]): string =>
  [...Map.groupBy(points, ({ points: amount, why }) => `${amount} ${why}`).values()]
    .flatMap(([point, ...same]) =>
      point ? `${point.why} (${same.length > 0 ? `${same.length + 1} × ` : ''}${point.points})` : [],
    )
    .join(' · ');

/** Formats a score as "7 of 14". A change of several steps can exceed the scale; the result is "20" then. */
function scoreOf(points: readonly Point[], policy: Policy): string {
  const score = sum(points);
  const max = maxScore(policy);
  return score > max ? String(score) : `${score} of ${max}`;
}

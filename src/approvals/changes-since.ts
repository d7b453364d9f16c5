import type { Approval, Approvals } from '../change/model/approval.ts';
import { assessed, type ChangeEvaluation, differences } from '../changes/evaluate-change.ts';

/**
 * What differs between a request and its evaluation now, each a sentence. `step` is the index of the step that was evaluated, if it
 * was only one of them.
 */
export async function changesSince(
  approval: Approval,
  now: Pick<ChangeEvaluation, 'basis' | 'assessment'>,
  { approvals }: { readonly approvals: Pick<Approvals, 'assessmentOf'> },
  step?: number,
): Promise<readonly string[]> {
  const before = assessed(approval.basis, await approvals.assessmentOf(approval.id), step);
  return differences(before, assessed(now.basis, now.assessment));
}

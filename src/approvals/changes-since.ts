import type { Change } from '../change/model/change.ts';
import type { Changes } from '../change/model/changes.ts';
import { assessed, type ChangeEvaluation, differences } from '../changes/evaluate-change.ts';

/**
 * What differs between a request and its evaluation now, each a sentence. `step` is the index of the step that was evaluated, if it
 * was only one of them.
 */
export async function changesSince(
  change: Change,
  now: Pick<ChangeEvaluation, 'basis' | 'assessment'>,
  { changes }: { readonly changes: Pick<Changes, 'assessmentOf'> },
  step?: number,
): Promise<readonly string[]> {
  const before = assessed(change.judgement.basis, await changes.assessmentOf(change.id), step);
  return differences(before, assessed(now.basis, now.assessment));
}

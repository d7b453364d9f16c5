import { takeBack, takeProposal } from '../approvals/requester-actions.ts';
import type { Dependencies } from '../requests/dependencies.ts';
import type { DecisionMade } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { cancelChange, confirmChange } from './confirm.ts';
import { startUndo } from './start-undo.ts';

/** Handles what a person decided on a change of their own that waits, or wants undone. */
export async function handleDecision(job: DecisionMade, deps: Dependencies): Promise<Result> {
  switch (job.decision) {
    case 'confirm':
      return confirmChange(job, deps);
    case 'cancel':
      return cancelChange(job, deps);
    case 'withdraw':
      return takeBack(job, deps);
    case 'accept':
      return takeProposal(job, deps);
    case 'undo':
      return startUndo(job, deps);
  }
}

import { takeBack, takeProposal } from '../approvals/requester-actions.ts';
import type { Ports } from '../requests/dependencies.ts';
import type { DecisionMade } from '../requests/job.ts';
import type { Result } from '../requests/result.ts';
import { cancelChange, confirmChange } from './confirm.ts';
import { startUndo } from './start-undo.ts';

/** Handles what a person decided on a change of their own that waits, or wants undone. */
export async function handleDecision(job: DecisionMade, ports: Ports): Promise<Result> {
  switch (job.decision) {
    case 'confirm':
      return confirmChange(job, ports);
    case 'cancel':
      return cancelChange(job, ports);
    case 'withdraw':
      return takeBack(job, ports);
    case 'accept':
      return takeProposal(job, ports);
    case 'undo':
      return startUndo(job, ports);
  }
}

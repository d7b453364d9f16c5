import {
  acceptSuggestion,
  declineSuggestion,
  withdrawRequest,
} from '../lifecycle/decide/requester-actions.ts';
import { type ConfirmDependencies, cancelChange, confirmChange } from '../lifecycle/request/confirm.ts';
import type { StartUndoDependencies } from '../lifecycle/request/fitting-undo.ts';
import { retryFailed } from '../lifecycle/request/retry-failed.ts';
import { startUndo } from '../lifecycle/request/start-undo.ts';
import { undoDone } from '../lifecycle/request/undo-done.ts';
import type { DecisionMade } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';

/** All that commands, clicks on previews, and Undo can touch. */
export type CommandDependencies = ConfirmDependencies & StartUndoDependencies;

/** Handles what a person decided on a change of their own that waits, or wants undone. */
export async function handleDecision(job: DecisionMade, deps: CommandDependencies): Promise<Result> {
  switch (job.decision) {
    case 'confirm':
      return confirmChange(job, deps);
    case 'cancel':
      return cancelChange(job, deps);
    case 'withdraw':
      return withdrawRequest(job, deps);
    case 'accept':
      return acceptSuggestion(job, deps);
    case 'decline':
      return declineSuggestion(job, deps);
    case 'undo':
      return startUndo(job, deps);
    case 'undoDone':
      return undoDone(job, deps);
    case 'retryFailed':
      return retryFailed(job, deps);
  }
}

import {
  acceptSuggestion,
  declineSuggestion,
  withdrawRequest,
} from '../lifecycle/decide/requester-actions.ts';
import { cancelChange, confirmChange } from '../lifecycle/request/confirm.ts';
import type { PreviewDependencies } from '../lifecycle/request/preview-change.ts';
import { retryFailed } from '../lifecycle/request/retry-failed.ts';
import { startUndo, undoDone } from '../lifecycle/request/start-undo.ts';
import type { ApprovedRunDependencies } from '../lifecycle/run/run-of-step.ts';
import type { DecisionMade } from '../queue/job.ts';
import type { Result } from '../queue/result.ts';

/** Dependencies of commands, clicks on previews, and Undo. */
export type CommandDependencies = ApprovedRunDependencies & PreviewDependencies;

type Handle = (job: DecisionMade, deps: CommandDependencies) => Promise<Result>;

const handlers: Readonly<Record<DecisionMade['decision'], Handle>> = {
  confirm: confirmChange,
  cancel: cancelChange,
  withdraw: withdrawRequest,
  accept: acceptSuggestion,
  decline: declineSuggestion,
  undo: startUndo,
  undoDone,
  retryFailed,
};

/** Handles a person's decision about a waiting change of their own, or an Undo. */
export const handleDecision: Handle = (job, deps) => handlers[job.decision](job, deps);

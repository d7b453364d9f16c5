import type { Answer } from '../answer/answer.ts';
import type { Approval } from '../change/model/approval.ts';
import type { Step, StepOutcome } from '../change/model/change.ts';
import { hasProgressMessage, isPrivate, progressAnswer } from './progress-answer.ts';
import { outcomeAnswer } from './status-answer.ts';

/**
 * How a request ended, for the channel of the request. Undefined for a request from a direct message, since its requester is
 * told there already, and where the message about it shows its end.
 */
export function report(approval: Approval): Answer | undefined {
  if (approval.progress) return undefined;
  if (hasProgressMessage(approval)) return progressAnswer(approval);
  return isPrivate(approval) ? undefined : outcomeAnswer(approval);
}

/** How one step of an approved change ended, for the message in which its background job was tracked. */
export const reportOfStep = (approval: Approval, step: Step, outcome: StepOutcome): Answer =>
  outcomeAnswer({ ...approval, phase: outcome.kind, steps: [{ ...step, outcome }] });

import type { Answer } from '../core/answer.ts';
import { type Approval, needsApproval } from '../core/approval.ts';
import type { Step, StepOutcome } from '../core/change.ts';
import { isOnHome } from '../core/reply-target.ts';
import { progressAnswer } from './progress-answer.ts';
import { outcomeAnswer } from './status-answer.ts';

/**
 * How a request ended, for the channel of the request. Undefined for a request from a direct message, since its requester is
 * told there already, and where the message about it shows its end.
 */
export function report(approval: Approval): Answer | undefined {
  const { replyTo, direct } = approval;
  if (!needsApproval(approval)) return direct ? undefined : progressAnswer(approval);
  if (isOnHome(replyTo) || replyTo.channel.startsWith('D')) return undefined;
  return outcomeAnswer(approval);
}

/** How one step of an approved change ended, for the message in which its background job was tracked. */
export const reportOfStep = (approval: Approval, step: Step, outcome: StepOutcome): Answer =>
  outcomeAnswer({ ...approval, phase: outcome.kind, steps: [{ ...step, outcome }] });

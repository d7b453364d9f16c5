import type { Answer } from '../answer/answer.ts';
import type { Change } from '../change/model/change.ts';
import type { Step, StepOutcome } from '../change/model/step.ts';
import { hasProgressMessage, isPrivate, progressAnswer } from './progress-answer.ts';
import { outcomeAnswer } from './status-answer.ts';

/**
 * How a request ended, for the channel of the request. Undefined for a request from a direct message, since its requester is
 * told there already, and where the message about it shows its end.
 */
export function report(change: Change): Answer | undefined {
  if (change.progress) return undefined;
  if (hasProgressMessage(change)) return progressAnswer(change);
  return isPrivate(change) ? undefined : outcomeAnswer(change);
}

/** How one step of an approved change ended, for the message in which its background job was tracked. */
export const reportOfStep = (change: Change, step: Step, outcome: StepOutcome): Answer =>
  outcomeAnswer({ ...change, status: outcome.kind, steps: [{ ...step, outcome }] });

import type { Answer } from '../../answer/answer.ts';
import type { Change } from '../../change/model/change.ts';
import { isPosted, type View } from '../../change/model/posted-message.ts';
import type { Instant } from '../../core/clock.ts';
import { hasProgressMessage, isPrivate, progressAnswer } from './progress-answer.ts';
import { outcomeAnswer } from './status-answer.ts';

/**
 * How a request ended, for the channel of the request, and with which view. Undefined for a request from a direct message, since its
 * requester is told there already, and where the message about it shows its end.
 */
export function outcomeInChannel(
  change: Change,
  now: Instant,
): { readonly answer: Answer; readonly view: View } | undefined {
  if (isPosted('progress', change)) return undefined;
  if (hasProgressMessage(change)) return { answer: progressAnswer(change, now), view: 'progress' };
  return isPrivate(change) ? undefined : { answer: outcomeAnswer(change, now), view: 'result' };
}

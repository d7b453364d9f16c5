import type { Answer } from '../core/answer.ts';
import type { Approval } from '../core/approval.ts';
import { isOnHome } from '../core/reply-target.ts';
import { outcomeAnswer } from './status-answer.ts';

/**
 * How an approved change ended, for the channel of the request. Undefined for a request from a direct message, since its
 * requester is told there already.
 */
export function report(approval: Approval): Answer | undefined {
  const { replyTo } = approval;
  if (isOnHome(replyTo) || replyTo.channel.startsWith('D')) return undefined;
  return outcomeAnswer(approval);
}

import { askedBy } from '../changes/start-tracking.ts';
import { type Answer, failed } from '../core/answer.ts';
import { type Approval, outcomeOf } from '../core/approval.ts';
import { isOnHome } from '../core/reply-target.ts';
import { status } from './card.ts';

export const voided = failed('This is not what was asked for any more, so it is void. Nothing was changed.');

/**
 * What the channel of a request hears of how an approved change ended. Nothing in a direct message: its requester is
 * told there already.
 */
export function report(approval: Approval): Answer | undefined {
  const { replyTo, phase } = approval;
  if (isOnHome(replyTo) || replyTo.channel.startsWith('D')) return undefined;
  const first = phase === 'outdated' ? [voided] : phase === 'expired' ? [status(approval)] : [];
  return [...first, ...outcomeOf(approval), askedBy(approval)];
}

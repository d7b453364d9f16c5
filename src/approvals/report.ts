import { type Answer, failed } from '../core/answer.ts';
import type { Approval } from '../core/approval.ts';
import { isOnHome } from '../core/reply-target.ts';
import { askedBy } from '../requests/start-tracking.ts';
import { status } from './card.ts';

export const voided = failed('This is not what was asked for any more, so it is void. Nothing was changed.');

/**
 * What the channel of a request hears of how an approved change ended. Nothing in a direct message: its requester is
 * told there already.
 */
export function report(approval: Approval): Answer | undefined {
  const { place, requester, line, phase, outcome = [] } = approval;
  if (isOnHome(place) || place.channel.startsWith('D')) return undefined;
  const first = phase === 'stale' ? [voided] : phase === 'expired' ? [status(approval)] : [];
  return [...first, ...outcome, askedBy(requester, line)];
}

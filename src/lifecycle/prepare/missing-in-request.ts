import type { RequestedChange } from '../../change/model/change.ts';
import type { ApprovalRequired } from '../../policy/decide.ts';
import { duration } from '../../time/duration.ts';
import { utc } from '../../time/utc.ts';

/** Returns the first thing that a request for approval still lacks, as a sentence, or undefined. */
export const missingInRequest = (change: RequestedChange, decision: ApprovalRequired): string | undefined =>
  allMissingIn(change, decision)[0];

/** Returns all that a request for approval still lacks, each as a sentence. */
export function allMissingIn(
  { reason, ticket }: RequestedChange,
  decision: ApprovalRequired,
): readonly string[] {
  return [
    reason ? undefined : 'Approvers need a reason: add why="…".',
    decision.ticket && !ticket ? 'A change this risky needs a ticket: add ticket=….' : undefined,
    endDemanded(decision),
  ].filter((sentence) => sentence !== undefined);
}

/**
 * Returns the end that a change lacks, as a sentence, or undefined. The duration counts from the start of any opening that the
 * change continues or extends.
 */
function endDemanded({ maxLeaseMinutes: minutes, latestEnd }: ApprovalRequired): string | undefined {
  if (minutes === undefined) return undefined;
  const rule = `A change this risky must end by itself within ${duration(minutes)}`;
  if (!latestEnd) return `${rule}: add ends=${minutes}m, or less.`;
  if (latestEnd.isForGood) return `${rule}, so it can’t be kept for good.`;
  const time = utc(latestEnd.at);
  if (latestEnd.notBefore !== undefined)
    return `${rule}, and what was opened there before has used up that time: open it again after ${utc(latestEnd.notBefore)}.`;
  return latestEnd.isExtension
    ? `${rule} of its start, so it can be extended to ${time} at most.`
    : `${rule}, together with what was opened there before: at ${time} at the latest.`;
}

import { type Answer, buttons, commandButton, failed, note } from '../../answer/answer.ts';
import type { RequestedChange } from '../../change/model/change.ts';
import type { DecisionResult } from '../../change/model/changes.ts';
import { lineFor } from '../../change/model/titles.ts';
import { ephemeral, type Result } from '../../queue/result.ts';

/*
 * A click on a preview that does not count.
 */

const gone: Answer = [note('This preview is no longer available. Run the command again.')];

const refusals = {
  'not yours': 'Only the requester can confirm or cancel this.',
  'confirmed before': 'This was already confirmed.',
  'cancelled before': 'This was already cancelled.',
};

/**
 * Explains why a click on a preview does not count. Replaces only a preview that nobody can use any more: the message of a click
 * that came later may show what the first one did, with buttons, such as "Sent to #approvals" and Withdraw.
 */
export function refuseClick(why: Extract<DecisionResult, { refused: string }>): Result {
  if (why.refused === 'unknown') return { deliveries: [{ kind: 'replace', answer: gone }] };
  if (why.refused === 'expired')
    return { deliveries: [{ kind: 'replace', answer: previewExpired(why.change) }] };
  if (why.refused === 'not seen')
    return { deliveries: [{ kind: 'replace', answer: [failed(notSeen), ...previewAgain(why.change)] }] };
  return ephemeral([note(refusals[why.refused])]);
}

const notSeen = 'This isn’t what the preview showed any more. Nothing was changed.';

/** Returns the answer for a preview that was not confirmed in time, with a button that reruns its command. */
export const previewExpired = (change: RequestedChange, meanwhile = ' Nothing was changed.'): Answer => [
  note(`This preview expired.${meanwhile} Run the command again.`),
  ...previewAgain(change),
];

/** Returns a button that previews a change again. */
export function previewAgain(change: Pick<RequestedChange, 'plan' | 'steps'>): Answer {
  const line = lineFor(change);
  return line === undefined ? [] : [buttons(commandButton('Preview Again', line))];
}

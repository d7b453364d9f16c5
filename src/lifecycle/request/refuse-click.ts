import { type Answer, buttons, commandButton, failed, note } from '../../answer/answer.ts';
import type { RequestedChange } from '../../change/model/change.ts';
import type { Clicked } from '../../change/model/changes.ts';
import { lineFor } from '../../change/model/titles.ts';
import type { Refusal } from '../../change/words/refusal.ts';
import { wanted } from '../../change/words/wanted.ts';
import * as whyNotRun from '../../change/words/why-not-run.ts';
import { ephemeral, type Result } from '../../queue/result.ts';

/*
 * A click on a preview that does not count.
 */

const refusals = {
  'not yours': whyNotRun.notYours,
  'confirmed before': whyNotRun.confirmedBefore,
  'cancelled before': whyNotRun.cancelledBefore,
};

/**
 * Explains why a click on a preview does not count. Replaces only a preview that nobody can use any more: the message of a click
 * that came later may show what the first one did, with buttons, such as "Sent to #approvals" and Withdraw.
 */
export function refuseClick(why: Extract<Clicked, { refused: string }>): Result {
  if (why.refused === 'unknown') return inPlace([note(whyNotRun.previewGone)]);
  if (why.refused === 'expired') return inPlace(previewExpired(why.change).answer);
  if (why.refused === 'not seen') return inPlace(whyNotRun.previewReplaced(previewAgain(why.change)).answer);
  if (why.refused === 'nothing ticked') return ephemeral([failed(whyNotRun.nothingTicked)]);
  return ephemeral([note(refusals[why.refused])]);
}

/** Returns the result that replaces a preview. */
export const inPlace = (answer: Answer): Result => ({ deliveries: [{ kind: 'replace', answer }] });

/** Refuses a preview that was not confirmed in time, with a button that reruns its command. */
export const previewExpired = (change: RequestedChange, meanwhile?: string): Refusal =>
  whyNotRun.previewExpired(wanted(change), previewAgain(change), meanwhile);

/** Returns a button that previews a change again. */
export function previewAgain(change: Pick<RequestedChange, 'plan' | 'steps'>): Answer {
  const line = lineFor(change);
  return line === undefined ? [] : [buttons(commandButton('Preview Again', line))];
}

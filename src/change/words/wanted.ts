import { bold, type Inline } from '../../answer/answer.ts';
import { capitalize } from '../../core/capitalize.ts';
import { objectOf } from '../../operation/phrase.ts';
import { isOpening, tensesOf } from '../../operation/verbs.ts';
import { exactDuration } from '../../time/duration.ts';
import type { RequestedChange } from '../model/change.ts';
import { type Lead, leadOf, moreSteps } from './lead.ts';
import { spanOf } from './spans.ts';

/*
 * What somebody wants: before it is requested, and in the messages about the request.
 */

type Wanted = Pick<RequestedChange, 'steps' | 'plan'>;

/** Returns what follows the verb: " SSH (22) on DE1ACMEWEB03 to anyone on the internet for 2 h, + 2 steps (new-web-server)". */
export const objectWanted = (lead: Lead, plan?: Wanted['plan']): readonly Inline[] => [
  ` ${objectOf(lead.phrase)}`,
  ...spanOf(lead),
  moreSteps(lead),
  plan?.name === undefined ? '' : ` (${plan.name})`,
];

const leadOfWanted = ({ steps }: Wanted): Lead => leadOf({ steps, status: 'previewed' });

/** Returns what is wanted, for a sentence: "open SSH (22) on DE1ACMEWEB03 to anyone on the internet for 2 h". */
export function wanted(change: Wanted): readonly Inline[] {
  const lead = leadOfWanted(change);
  return [tensesOf(lead.phrase.verb).wants, ...objectWanted(lead, change.plan)];
}

/** Returns the first line of a preview, as a question: "Open … for 2 h?", "Undo: delete …?". */
export function question(change: Wanted, isUndo = false): readonly Inline[] {
  const lead = leadOfWanted(change);
  const { wants } = tensesOf(lead.phrase.verb);
  return [bold(isUndo ? `Undo: ${wants}` : capitalize(wants)), ...objectWanted(lead, change.plan), '?'];
}

/** Returns how things stand before a change is confirmed: "Nothing is open yet". */
export const nothingYet = (change: Wanted): string =>
  `Nothing is ${isOpening(leadOfWanted(change).phrase.verb) ? 'open' : 'changed'} yet`;

/** Returns the label of a button that opens or closes access now: "Open for 2 h", "Close Now". Undefined for any other change. */
export function actLabel({ steps: [step, ...others] }: Wanted): string | undefined {
  const verb = step.phrase?.verb;
  if (others.length > 0 || step.startsAt !== undefined) return undefined;
  if (verb === 'close') return 'Close Now';
  if (verb !== 'open') return undefined;
  return step.ends && 'after' in step.ends ? `Open for ${exactDuration(step.ends.after)}` : 'Open';
}

import { type Answer, buttons, type Inline, line, person } from '../../answer/answer.ts';
import { needsApproval } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import { isPosted, type View } from '../../change/model/posted-message.ts';
import { waitsToStart } from '../../change/model/scheduled-start.ts';
import { linesOf, throughText } from '../../change/model/titles.ts';
import { outcomeOf } from '../../change/words/outcome-in-words.ts';
import { cancelStartButton } from '../../change/words/request-buttons.ts';
import type { Instant } from '../../core/clock.ts';
import { isDirectMessage, isOnHome } from '../../messaging/reply-target.ts';
import { endsOf, timesOf } from './describe-timing.ts';
import { underHeadline } from './headline-parts.ts';
import { withSmallPrint } from './signed.ts';
import { requestDetails, stateLine } from './state-line.ts';
import { hasStatusMessage, outcomeAnswer } from './status-answer.ts';
import { stepActions, stepList } from './step-list.ts';

/** Returns whether only the requester reads the answer to a request, or it was made in a direct message between two. */
export const isPrivate = ({ replyTo }: Pick<Change, 'replyTo'>): boolean =>
  isOnHome(replyTo) || isDirectMessage(replyTo);

/** Returns whether a message where the request was made shows its steps; false if a direct message shows them. */
export const hasProgressMessage = (change: Change): boolean =>
  !needsApproval(change) || (change.steps.length > 1 && !(isPrivate(change) && hasStatusMessage(change)));

/** Renders the message with the steps where a request was made: edited after each step, with actions at the end. */
export function progressAnswer(change: Change, now: Instant): Answer {
  return withSmallPrint(
    [
      ...underHeadline(change, change.steps.length > 1 ? severalSteps(change, now) : outcomeOf(change, now)),
      ...(change.status === 'open' ? timesOf(change) : []),
      ...(change.status !== 'open' && !change.closed ? endsOf(change.steps) : []),
      ...(waitsToStart(change) ? [buttons(cancelStartButton(change))] : []),
    ],
    smallPrint(change),
  );
}

/** Returns the requester and the command or, for an Undo, the change that it undoes. */
function smallPrint(change: Change): readonly Inline[] {
  const { requester, steps } = change;
  const of = new Set(steps.map(({ undoes }) => undoes?.of));
  const [undone] = of.size === 1 ? of : [];
  if (undone === undefined || needsApproval(change)) return [...requestDetails(change), ...commandOf(change)];
  return [`Undo of ${undone} · `, person(requester), ...throughText(change)];
}

/** Upper bound for the commands in small print, in characters. Longer ones only repeat the names in the steps. */
const maxCommand = 120;

/** Returns the command that its requester typed, or those of its steps; empty if they are too long. */
function commandOf({ plan, steps }: Change): readonly Inline[] {
  const commands = plan?.line === undefined ? linesOf({ steps }) : [line(plan.line)];
  return JSON.stringify(commands).length > maxCommand ? [] : [' · ', ...commands];
}

const severalSteps = (change: Change, now: Instant): Answer => [
  ...(change.status === 'open' ? [stateLine(change)] : []),
  ...stepList(change),
  ...(change.closed?.answer ?? []),
  ...stepActions(change, now),
];

/**
 * Renders the result of a request for its channel, with the view. Undefined for a request from a direct message, whose
 * requester is notified there already, and if its progress message shows the result.
 */
export function outcomeInChannel(
  change: Change,
  now: Instant,
): { readonly answer: Answer; readonly view: View } | undefined {
  if (isPosted('progress', change)) return undefined;
  if (hasProgressMessage(change)) return { answer: progressAnswer(change, now), view: 'progress' };
  return isPrivate(change) ? undefined : { answer: outcomeAnswer(change, now), view: 'result' };
}

import { type Answer, buttons, type Inline, line, person } from '../../answer/answer.ts';
import { needsApproval } from '../../change/model/approval.ts';
import type { Change } from '../../change/model/change.ts';
import { isPosted, type View } from '../../change/model/posted-message.ts';
import { scheduledStart } from '../../change/model/scheduled-start.ts';
import { linesOf, throughText, titlesText } from '../../change/model/titles.ts';
import { outcomeOf } from '../../change/words/outcome-in-words.ts';
import { cancelStartButton } from '../../change/words/request-buttons.ts';
import type { Instant } from '../../core/clock.ts';
import { isDirectMessage, isOnHome } from '../../messaging/reply-target.ts';
import { endsOf, timingOf } from './describe-timing.ts';
import { withSmallPrint } from './signed.ts';
import { requestDetails, stateLine, statePush } from './state-line.ts';
import { hasStatusMessage, outcomeAnswer } from './status-answer.ts';
import { stepActions, stepList } from './step-list.ts';

/** Whether a request was made where its requester alone reads the answer, or in a direct message of two people. */
export const isPrivate = ({ replyTo }: Pick<Change, 'replyTo'>): boolean =>
  isOnHome(replyTo) || isDirectMessage(replyTo);

/** Whether a message where the request was made shows its steps, unless its requester reads them in a direct message anyway. */
export const hasProgressMessage = (change: Change): boolean =>
  !needsApproval(change) || (change.steps.length > 1 && !(isPrivate(change) && hasStatusMessage(change)));

/** The message where a request was made, if that shows its steps. It is edited after each step, and at the end says what can be done. */
export function progressAnswer(change: Change, now: Instant): Answer {
  return withSmallPrint(
    [
      statePush(change),
      ...(change.steps.length > 1 ? severalSteps(change, now) : onlyStep(change, now)),
      ...(change.status === 'open' ? timingOf(change.steps) : []),
      ...(change.status !== 'open' && !change.ended ? endsOf(change.steps) : []),
      ...(scheduledStart(change) === undefined ? [] : [buttons(cancelStartButton(change))]),
    ],
    smallPrint(change),
  );
}

/** Whose it is, and how it was requested; of an Undo, what it undoes. */
function smallPrint(change: Change): readonly Inline[] {
  const { requester, steps } = change;
  const of = new Set(steps.map(({ undoes }) => undoes?.of));
  const [undone] = of.size === 1 ? of : [];
  if (undone === undefined || needsApproval(change)) return [...requestDetails(change), ...commandOf(change)];
  return [`Undo of ${undone} · `, person(requester), ...throughText(change)];
}

/** Upper bound for the commands in small print, in characters: a longer one only repeats the names that the steps have. */
const maxCommand = 120;

/** The command that its requester typed, or those of its steps; nothing if they are long. */
function commandOf({ plan, steps }: Change): readonly Inline[] {
  const commands = plan?.line === undefined ? linesOf({ steps }) : [line(plan.line)];
  return JSON.stringify(commands).length > maxCommand ? [] : [' · ', ...commands];
}

const severalSteps = (change: Change, now: Instant): Answer => [
  stateLine(change, ' · ', ...titlesText(change)),
  ...stepList(change),
  ...(change.ended?.answer ?? []),
  ...stepActions(change, now),
];

const onlyStep = (change: Change, now: Instant): Answer => [
  ...(change.status === 'done' ? [] : [stateLine(change, ' · ', ...titlesText(change))]),
  ...outcomeOf(change, now),
];

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

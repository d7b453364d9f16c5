import { type Answer, buttons, type Inline, line } from '../answer/answer.ts';
import { type Approval, needsApproval, outcomeOf } from '../change/model/approval.ts';
import { linesOf, titlesText } from '../change/model/change.ts';
import { scheduledStart } from '../change/model/scheduled-start.ts';
import { cancelStartButton } from '../change/words/request-buttons.ts';
import { endsOf, timingOf } from '../changes/describe-timing.ts';
import { withSmallPrint } from '../changes/signed.ts';
import { isDirectMessage, isOnHome } from '../messaging/reply-target.ts';
import { requestDetails, stateLine } from './approval-state.ts';
import { stepActions, stepList } from './step-list.ts';

/** Whether a request was made where its requester alone reads the answer, or in a direct message of two people. */
export const isPrivate = ({ replyTo }: Pick<Approval, 'replyTo'>): boolean =>
  isOnHome(replyTo) || isDirectMessage(replyTo);

/**
 * Whether a message where the request was made shows its steps. The requester of an approved request has a direct message too,
 * so a private place needs no other.
 */
export const hasProgressMessage = (approval: Approval): boolean =>
  !needsApproval(approval) || (approval.steps.length > 1 && !isPrivate(approval));

/**
 * The message where a request was made, if that shows its steps. It is edited after each step, and at the end says what can be
 * done.
 */
export function progressAnswer(approval: Approval): Answer {
  return withSmallPrint(
    [
      ...(approval.steps.length > 1 ? severalSteps(approval) : onlyStep(approval)),
      ...(approval.phase === 'open' ? timingOf(approval.steps) : []),
      ...(approval.phase !== 'open' && !approval.ended ? endsOf(approval.steps) : []),
      ...(scheduledStart(approval) === undefined ? [] : [buttons(cancelStartButton(approval))]),
    ],
    [...requestDetails(approval), ' · ', ...commandOf(approval)],
  );
}

/** The command that its requester typed, or those of its steps. */
const commandOf = ({ plan, steps }: Approval): readonly Inline[] =>
  plan?.line === undefined ? linesOf({ steps }) : [line(plan.line)];

const severalSteps = (approval: Approval): Answer => [
  stateLine(approval, ' · ', ...titlesText(approval)),
  ...stepList(approval),
  ...(approval.ended?.answer ?? []),
  ...stepActions(approval),
];

const onlyStep = (approval: Approval): Answer => [
  ...(approval.phase === 'done' ? [] : [stateLine(approval, ' · ', ...titlesText(approval))]),
  ...outcomeOf(approval),
];

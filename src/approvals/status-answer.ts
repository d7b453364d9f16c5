import { type Answer, buttons, context, note, person, quote } from '../answer/answer.ts';
import { type Approval, type Offer, outcomeOf, requestLink } from '../change/model/approval.ts';
import { linesOf, requestedThrough, titlesText } from '../change/model/change.ts';
import { scheduledStart } from '../change/model/scheduled-start.ts';
import {
  acceptButton,
  breakGlassButton,
  cancelStartButton,
  declineButton,
  withdrawButton,
} from '../change/words/request-buttons.ts';
import { endsOf, timingOf } from '../changes/describe-timing.ts';
import { withSmallPrint } from '../changes/signed.ts';
import { requestDetails, stateLine } from './approval-state.ts';
import { stepActions, stepList } from './step-list.ts';
import { votesOf } from './votes-in-words.ts';

/*
 * What the requester reads in direct messages: one that shows how the request stands, one for each suggestion, and one when
 * it has ended.
 */

/** The direct message that is edited at each turn of a request. */
export function statusAnswer(approval: Approval): Answer {
  const { phase, mayBreakGlass, ended } = approval;
  if (ended) return [stateLine(approval, ' · ', ...titlesText(approval), ' · ', requestLink(approval))];
  const isOpen = phase === 'open';
  return [
    note(...titlesText(approval), ' · ', requestLink(approval)),
    stateLine(approval),
    ...(isOpen ? [] : stepList(approval)),
    ...(isOpen ? timingOf(approval.steps) : endsOf(approval.steps)),
    ...votesOf(approval),
    ...(isOpen
      ? [buttons(withdrawButton(approval), mayBreakGlass === true && breakGlassButton(approval))]
      : []),
    ...(scheduledStart(approval) === undefined ? [] : [buttons(cancelStartButton(approval))]),
    context(...linesOf(approval), ...requestedThrough(approval)),
  ];
}

/** The direct message that offers a suggestion. It has buttons for as long as they have an effect. */
export function offerAnswer(approval: Approval, offer: Omit<Offer, 'message'>): Answer {
  const { by, title, comment } = offer;
  const state = offerState(approval, offer);
  return [
    note(person(by), ' suggests changes to ', requestLink(approval), `: ${title}`),
    ...(comment ? [note(quote(comment))] : []),
    ...(state
      ? [note(state)]
      : [
          buttons(acceptButton(approval, offer), declineButton(approval, offer)),
          context(
            'Accepting replaces your request. The approval of ',
            person(by),
            ' counts for the new one.',
          ),
        ]),
  ];
}

/** What came of a suggestion; undefined while it is pending. */
function offerState(
  approval: Approval,
  { id, declined }: Pick<Offer, 'id' | 'declined'>,
): string | undefined {
  const { phase, suggestion } = approval;
  if (declined) return 'Declined.';
  if (suggestion?.id !== id) return 'A newer suggestion replaced this one.';
  if (phase === 'open') return undefined;
  return phase === 'superseded' ? 'Accepted.' : 'Not accepted. The request is closed.';
}

/** How a request ended: the new message to its requester, and the post in the channel of the request. */
export function outcomeAnswer(approval: Approval): Answer {
  const isOnlyStep = approval.steps.length === 1;
  const outcome = isOnlyStep
    ? outcomeOf(approval)
    : [...stepList(approval), ...(approval.ended?.answer ?? []), ...stepActions(approval)];
  const isDone = isOnlyStep && approval.phase === 'done' && outcome.length > 0;
  const opening = stateLine(approval, ' · ', ...titlesText(approval));
  return withSmallPrint(
    [...(isDone ? [] : [opening]), ...(approval.phase === 'rejected' ? votesOf(approval) : []), ...outcome],
    requestDetails(approval),
  );
}

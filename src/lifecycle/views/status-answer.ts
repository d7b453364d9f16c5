import { type Answer, buttons, context, type Inline, note, person, quote } from '../../answer/answer.ts';
import { needsApproval, type Offer, type Suggestion } from '../../change/model/approval.ts';
import { type Change, isClaimedByClick, requestLink, requestName } from '../../change/model/change.ts';
import { waitsToStart } from '../../change/model/scheduled-start.ts';
import { linesOf, requestedThrough } from '../../change/model/titles.ts';
import { acceptButton } from '../../change/words/accept-button.ts';
import { headline } from '../../change/words/headline.ts';
import { pushOf, type Viewer } from '../../change/words/on-phone.ts';
import { outcomeOf } from '../../change/words/outcome-in-words.ts';
import {
  breakGlassButton,
  cancelStartButton,
  declineButton,
  onceAccepted,
  requestAgainButtons,
  withdrawButton,
} from '../../change/words/request-buttons.ts';
import { offerHeadline, risks } from '../../change/words/suggested.ts';
import type { Instant } from '../../core/clock.ts';
import { picturePart } from './card.ts';
import { timesOf } from './describe-timing.ts';
import { headlineParts, underHeadline } from './headline-parts.ts';
import { signed, withSmallPrint } from './signed.ts';
import { requestDetails, stateLine } from './state-line.ts';
import { stepActions, stepList } from './step-list.ts';
import { votesInWords } from './votes-in-words.ts';

/*
 * The requester's direct messages: an agent's request in their name, suggestions, and results. Their own actions are left out,
 * since a direct message notifies them.
 */

/** Returns whether its requester has a direct message with its status: an agent made the request. */
export const hasStatusMessage = (change: Pick<Change, 'id' | 'job' | 'approval'>): boolean =>
  needsApproval(change) && change.job === change.id;

/** Renders the direct message that is edited when the status of a request changes. */
export function statusAnswer(change: Change): Answer {
  const { status, closed } = change;
  if (closed) {
    const again = requestAgainButtons(change);
    return [
      pushOf(headline(change, 'requester')),
      ...headlineParts(change, { viewer: 'requester' }),
      context(requestLink(change), ...requestedThrough(change)),
      ...(again.length > 0 ? [buttons(...again)] : []),
    ];
  }
  const isOpen = status === 'open';
  return [
    pushOf(headline(change, 'requester')),
    ...headlineParts(change, { viewer: 'requester' }),
    ...(isOpen ? [...picturePart(change), stateLine(change)] : stepList(change)),
    ...(isOpen ? timesOf(change) : []),
    ...votesInWords(change),
    ...requesterButtons(change),
    context(requestLink(change), ' · ', ...linesOf(change), ...requestedThrough(change)),
  ];
}

/** Renders the requester's buttons on a waiting request. */
export function requesterButtons(change: Change): Answer {
  if (change.status === 'open')
    return [
      buttons(withdrawButton(change), change.approval?.mayBreakGlass === true && breakGlassButton(change)),
    ];
  return waitsToStart(change) ? [buttons(cancelStartButton(change))] : [];
}

/** Renders the direct message that offers a suggestion. Its buttons disappear when they have no effect any more. */
export function offerAnswer(change: Change, offer: Offer): Answer {
  const { comment } = offer;
  const state = offerState(change, offer);
  const first = offerHeadline(offer, change);
  return [
    pushOf(first),
    note(...first.text),
    context(risks(offer, change)),
    ...(comment ? [note(quote(comment))] : []),
    ...(typeof state === 'string'
      ? [note(state)]
      : [
          ...picturePart(change),
          buttons(acceptButton(change, state), declineButton(change, state)),
          context(...accepting(change, state)),
        ]),
  ];
}

/** Returns what accepting a suggestion does, in sentences. */
const accepting = (change: Change, { by, missing }: Suggestion): readonly Inline[] =>
  missing === undefined
    ? ['It needs no approval: accepting shows you its command, and your request stays open.']
    : [
        'Accepting replaces your request and counts as the approval of ',
        person(by),
        `. ${onceAccepted(change, missing)}`,
      ];

/** Returns the result of a suggestion; the suggestion itself while it is pending. */
function offerState(change: Change, { id, declined }: Pick<Offer, 'id' | 'declined'>): string | Suggestion {
  const { status, approval } = change;
  const pending = approval?.suggestion;
  if (declined) return `⚪ You kept ${requestName(change)}`;
  if (pending?.id !== id) return '⚪ A newer suggestion replaced this one';
  if (status === 'open') return pending;
  return status === 'superseded'
    ? `✅ You accepted it · now ${approval?.replacedBy ?? 'another request'}`
    : `⚪ ${requestName(change)} is closed, so this no longer applies`;
}

/** Renders the result of a request, for the post in its channel, or a new message to its requester. */
export function outcomeAnswer(change: Change, now: Instant, viewer: Viewer = 'others'): Answer {
  const isOnlyStep = change.steps.length === 1;
  const outcome = isOnlyStep
    ? outcomeOf(change, now)
    : [...stepList(change), ...(change.closed?.answer ?? []), ...stepActions(change, now)];
  const votes = change.status === 'rejected' ? votesInWords(change) : [];
  return withSmallPrint(underHeadline(change, [...votes, ...outcome], viewer), requestDetails(change));
}

/** Renders the result of a change where it was requested. One that its click ran has its command in place of a number. */
export const resultAnswer = (change: Change, now: Instant, viewer?: Viewer): Answer =>
  isClaimedByClick(change)
    ? signed(underHeadline(change, outcomeOf(change, now), viewer), change)
    : outcomeAnswer(change, now, viewer);

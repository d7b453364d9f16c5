import { markPictureShown, storePicture } from '../../../../src/change/transitions/pictures.ts';
import * as sent from '../../../../src/change/transitions/sent-messages.ts';
import { posted, request } from '../../../support/made/requests.ts';
import type { Row } from './move-facts.ts';

/* What is stored about messages, and the functions that make no move alone. */

const message = posted('progress', '1.9');
const offer = { id: 'p1', by: 'U0BEN', title: 'less' };

/** What is stored about messages. Nothing of it is logged. */
export const messages: Readonly<Record<string, Row>> = {
  'pictures.storePicture': {
    who: 'A worker, after it uploaded the picture of a request.',
    tries: [(change) => storePicture(change, 'q', 'F2')],
  },
  'pictures.markPictureShown': {
    who: 'A worker, before it adds the picture to the messages.',
    tries: [
      (change) => {
        const stored = storePicture(change, 'p', 'F1');
        return 'refused' in stored ? stored : markPictureShown(stored.change, 'p');
      },
    ],
  },
  'sent-messages.storeMessage': {
    who: 'A worker, after it posted a message that is edited later.',
    tries: [
      (change) => sent.storeMessage(change, message),
      (change) => sent.storeMessage({ ...change, messages: [message] }, posted('progress', '2.0')),
    ],
  },
  'sent-messages.storeOffer': {
    who: 'A worker, after it sent a suggestion to the requester.',
    tries: [
      (change) => sent.storeOffer(change, offer, message),
      () => sent.storeOffer(request({ offers: [offer] }), offer, message),
    ],
  },
  'sent-messages.storeMoves': {
    who: 'A worker, after it posted a message again that was deleted or can’t be edited.',
    tries: [
      (change) => sent.storeMoves(change, [{ from: posted('card', '1.1'), to: posted('card', '2.1') }]),
    ],
  },
  'sent-messages.storeRendered': {
    who: 'A worker, after it edited offers or results.',
    tries: [(change) => sent.storeRendered(change, [posted('result', '1.2', { rendered: 'h' })])],
  },
  'sent-messages.markHandled': {
    who: 'A worker, after it did what was due; what failed stays due.',
    tries: [
      (change, now) => {
        const of = { ...change, due: [...(change.due ?? []), 'thread' as const] };
        return sent.markHandled(of, { of, remaining: [], posted: [] }, now);
      },
    ],
  },
  'sent-messages.markFreshIfShown': {
    who: 'A worker, after it removed the buttons of an Undo that has expired.',
    tries: [
      (change, now) =>
        change.staleAt !== undefined && now >= change.staleAt
          ? sent.markFreshIfShown(change, change, now)
          : { change },
    ],
  },
  'sent-messages.storeEnds': {
    who: 'A worker, after an end of the change moved on.',
    tries: [(change, now) => sent.storeEnds(change, new Map([[0, { phase: 'ended', since: now }]]))],
  },
  'sent-messages.markCardDue': {
    who: 'A worker that can’t edit the card now.',
    tries: [sent.markCardDue],
  },
};

/** Other functions of `src/change/transitions`, which make no move alone. */
export const parts: Readonly<Record<string, string>> = {
  'claiming-job.isOfAnother': 'asks',
  'claiming-job.isOfEarlierAttempt': 'asks',
  'moving.whyEndOver': 'asks',
  'moving.withoutUnknown': 'part of endNow, and of complete when the resource of an end is removed',
  'passing.pass': 'all that the clock makes of a change, in one write',
  'raise-approvals.raiseApprovals': 'part of addVote',
  'restored.restoredOutcome': 'words',
  'reversal-notification.withEndToTell': 'part of closeRequest',
  'reversal-notification.withFailureToTell': 'part of tryAgain',
  'reversal-notification.withMoveToShow': 'part of extend',
  'reversal-notification.withoutNotification': 'part of extend, endNow and giveWay',
  'running.completeSteps': 'several times complete',
  'running.tooLate': 'words',
  'sent-messages.markFresh': 'part of markFreshIfShown, and of markHandled',
  'status.closeRequest': 'part of all that closes a request',
  'status.enter': 'part of all that changes a status',
  'status.isClosedBy': 'asks',
  'status.usedOffers': 'asks',
  'status.whyClosed': 'asks',
  'step-offers.offeredUndo': 'asks',
};

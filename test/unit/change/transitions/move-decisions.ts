import * as beginning from '../../../../src/change/transitions/beginning.ts';
import { expire, remind, remindLater } from '../../../../src/change/transitions/expire.ts';
import { claim } from '../../../../src/change/transitions/running.ts';
import { noteUses, takeOffer } from '../../../../src/change/transitions/step-offers.ts';
import {
  decline,
  markReplied,
  restore,
  suggest,
  supersede,
} from '../../../../src/change/transitions/suggesting.ts';
import { addVote, approveIfAgreed, revoke } from '../../../../src/change/transitions/votes.ts';
import { discard, withdraw } from '../../../../src/change/transitions/withdraw.ts';
import { changeOf } from '../../../support/made/changes.ts';
import { endOf } from '../../../support/made/ends.ts';
import { noon, posted, previewOf, request, suggestionOf, voteOf } from '../../../support/made/requests.ts';
import type { Move, Row } from './move-facts.ts';
import { hold, run, why } from './move-samples.ts';

/* How a change begins, and what people and the clock decide about it. */

const hour = 3_600_000;
const offer = { person: 'U0ANA', job: 'j-undo' };
const suggestion = suggestionOf('do less', { id: 'p2' });
const taking = { person: 'U0ANA', suggestion: 'p1', job: 'j-take', narrower: request({ id: 'a1-narrower' }) };
const end = endOf({ created: noon, since: noon });

const confirmed = previewOf({ status: 'confirmed' });
const judgement = { impact: [], points: [], basis: [{ hash: 'h1', title: 'Delete it' }] } as const;
const begun = { job: 'j-confirm', judgement };
const approval = { approvers: 1, accounts: ['ACME'], channel: '#approvals', votes: [] };
const asked = { ...begun, number: 1, approval, waits: 8 * hour, remindsAfter: hour };
const fresh = beginning.requested(confirmed, asked, noon);

/** How a change, an end or a rollback is stored first. */
export const births: Readonly<Record<string, Row>> = {
  'beginning.requested': {
    who: 'Its requester confirms a change that needs approval, or an agent asks for one; the card follows.',
    logs: 'requested',
    tries: [
      () => ({ born: fresh, of: confirmed }),
      () => ({ born: beginning.requested(changeOf(), asked, noon) }),
    ],
  },
  'beginning.approved': {
    who: 'Its requester confirms a change that needs no approval. If it is one step that starts now, their click claims it in the same write, and runs it.',
    logs: 'requested, confirmed; started, if the click runs it',
    tries: [
      () => ({ born: beginning.approved(confirmed, { ...begun, number: 1 }, noon), of: confirmed }),
      () => {
        const claimed = claim(beginning.approved(confirmed, begun, noon), 0, run, noon);
        return 'refused' in claimed ? claimed : { born: claimed.change, of: confirmed, holds: hold };
      },
    ],
  },
  'beginning.refused': {
    who: 'Its requester confirms a change that can’t be made any more.',
    tries: [() => ({ born: beginning.refused(confirmed, why, noon), of: confirmed })],
  },
  'beginning.reversalFrom': {
    who: 'A worker, with the outcome of a step that ends by itself, or for a plan that failed and is all or nothing.',
    logs: 'nothing until it starts',
    tries: (['time', 'failure'] as const).map((cause) => () => ({
      born: beginning.reversalFrom(end, { ...end, reversal: { ...end.reversal, cause } }, noon),
    })),
  },
};

/** What is decided about a request, and the use of what a step offers. */
export const decisions: Readonly<Record<string, Row>> = {
  'votes.addVote': {
    who: 'An approver approves or rejects; the requester only with break-glass.',
    logs: 'approved, break-glass',
    tries: (['approve', 'reject'] as const).flatMap((vote): Move[] => [
      (change, at) => addVote(change, voteOf('U0BEN', vote, { at })),
      (change, at) => addVote(change, voteOf('U0BEN', vote, { at }), { saw: 'p1' }),
      (change, at) => addVote(change, voteOf('U0ANA', vote, { at })),
      (change, at) => addVote(change, voteOf('U0ANA', 'approve', { at, breakGlass: true })),
    ]),
  },
  'votes.approveIfAgreed': {
    who: 'A worker, when a suggestion was accepted: the approval of who made it counts.',
    logs: 'approved',
    tries: [approveIfAgreed],
  },
  'votes.revoke': {
    who: 'A worker, at a vote, if the requester may not make the change any more.',
    tries: [(change, now) => revoke(change, { why: 'A guest.', job: 'j1' }, now)],
  },
  'suggesting.suggest': {
    who: 'An approver suggests less.',
    logs: 'suggested',
    tries: [(change, now) => suggest(change, suggestion, now)],
  },
  'suggesting.decline': {
    who: 'The requester declines a suggestion.',
    logs: 'declined',
    tries: ['U0ANA', 'U0BEN'].map((person) => (change, now) => decline(change, { ...taking, person }, now)),
  },
  'suggesting.markReplied': {
    who: 'A worker, once who suggested it was notified of that.',
    logs: 'nothing',
    tries: [(change) => markReplied(change, 'j-no')],
  },
  'suggesting.supersede': {
    who: 'The requester accepts a suggestion.',
    logs: 'requested, of the narrower request',
    tries: ['U0ANA', 'U0BEN'].map(
      (person) => (change, now) => supersede(change, undefined, { ...taking, person }, now),
    ),
  },
  'suggesting.restore': {
    who: 'A worker, if Slack refuses the card of the narrower request.',
    logs: 'refused, of the narrower request',
    tries: [
      request({ id: 'a1-narrower' }),
      request({ id: 'a1-narrower', messages: [posted('card', '1.1')] }),
    ].map(
      (narrower) => (change, now) =>
        restore(change, narrower, { job: 'j-take', why: 'Nobody sees it.' }, now),
    ),
  },
  'withdraw.withdraw': {
    who: 'The requester withdraws a request, or cancels the start of a change.',
    tries: ['U0ANA', 'U0BEN'].map(
      (person) => (change, now) => withdraw(change, { person, job: 'j-back' }, now),
    ),
  },
  'withdraw.discard': {
    who: 'A worker, if Slack refuses the card.',
    tries: [(change, now) => discard(change, 'Nobody sees it.', now)],
  },
  'beginning.requestAgain': {
    who: 'Its requester, if another run of their click finds that Slack refused the card.',
    logs: 'requested',
    tries: [(change) => beginning.requestAgain(change, fresh)],
  },
  'expire.expire': { who: 'The clock, when nobody decided or it can’t start any more.', tries: [expire] },
  'expire.remind': {
    who: 'The clock, once, before approvers are reminded.',
    logs: 'nothing',
    tries: [remind],
  },
  'expire.remindLater': {
    who: 'A worker, if Slack did not take the reminder.',
    logs: 'nothing',
    tries: [remindLater],
  },
  'step-offers.takeOffer': {
    who: 'A person who confirms an Undo or a retry; a worker that rolls back.',
    logs: 'that of the change that uses it',
    tries: [
      ...(['undoneBy', 'retriedBy'] as const).map(
        (of): Move =>
          (change) =>
            takeOffer(change, 0, of, offer),
      ),
      (change) => {
        const taken = takeOffer(change, 0, 'undoneBy', { ...offer, job: 'j-first' });
        return 'refused' in taken ? taken : takeOffer(taken.change, 0, 'undoneBy', offer);
      },
    ],
  },
  'step-offers.noteUses': {
    who: 'A worker that completes or closes the change that used the offer.',
    logs: 'nothing',
    tries: [
      (change) => {
        const taken = takeOffer(change, 0, 'undoneBy', offer);
        if ('refused' in taken) return { change };
        return {
          change: noteUses(taken.change, [{ index: 0, offer: 'undoneBy', job: offer.job, isUnused: true }]),
        };
      },
    ],
  },
};

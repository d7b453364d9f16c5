import {
  type Approval,
  type Ended,
  requestName,
  type Suggestion,
  type Transition,
  type TransitionOfBoth,
} from '../model/approval.ts';
import { titleOf } from '../model/change.ts';
import { discard } from './closing.ts';
import { closed, endRequest } from './phase.ts';

/** Keeps the latest suggestion of an approver. */
export function suggest(approval: Approval, suggestion: Suggestion, now: number): Transition {
  const refused = closed(approval, now);
  return refused ? { refused } : { approval: { ...approval, suggestion } };
}

/** Why a suggestion can be neither accepted nor declined. */
export const notPending = 'This suggestion is no longer pending.';

/** Keeps a request as it is, without the suggestion that its requester declines. */
export function decline(
  approval: Approval,
  { person, suggestion, job }: { readonly person: string; readonly suggestion: string; readonly job: string },
  now: number,
): Transition {
  if (approval.declined?.job === job) return { approval };
  if (person !== approval.requester) return { refused: 'Only the requester can decline a suggestion.' };
  const refused = closed(approval, now);
  if (refused) return { refused };
  const { suggestion: pending, ...rest } = approval;
  if (pending?.id !== suggestion) return { refused: notPending };
  const { id, by } = pending;
  return {
    approval: {
      ...rest,
      offers: approval.offers?.map((offer) => (offer.id === id ? { ...offer, declined: true } : offer)),
      declined: { id, by, title: titleOf(pending), job },
    },
  };
}

/** Ends a request whose requester accepts the suggestion that they saw: `narrower` takes its place, in one step. */
export function supersede(
  approval: Approval,
  known: Approval | undefined,
  {
    person,
    suggestion,
    job,
    narrower,
  }: { person: string; suggestion: string; job: string; narrower: Approval },
  now: number,
): TransitionOfBoth {
  if (approval.acceptedBy === job && known) return { approval, narrower: known };
  if (person !== approval.requester) return { refused: 'Only the requester can accept a suggestion.' };
  const refused = closed(approval, now);
  if (refused) return { refused };
  if (approval.suggestion?.id !== suggestion) return { refused: notPending };
  const ended: Ended = { event: 'withdrawn', person, job, note: `Replaced by ${requestName(narrower)}.` };
  return {
    ...endRequest(
      { ...approval, acceptedBy: job, replacedBy: requestName(narrower) },
      'superseded',
      ended,
      now,
      ['card', 'log'],
    ),
    narrower: narrower,
  };
}

/** Opens a superseded request as it was, and ends the narrower one, which could not be posted. */
export function restore(
  approval: Approval,
  narrower: Approval | undefined,
  { job, why }: { readonly job: string; readonly why: string },
  now: number,
): TransitionOfBoth {
  if (!narrower || approval.phase !== 'superseded' || approval.acceptedBy !== job)
    return { refused: 'It wasn’t replaced.' };
  const discarded = discard(narrower, why, now);
  if ('refused' in discarded) return discarded;
  if (!discarded.approval.discarded) return { refused: 'The suggested request was posted meanwhile.' };
  const { ended: _, due: __, acceptedBy: ___, replacedBy: ____, ...before } = approval;
  return { approval: { ...before, phase: 'open', since: now }, narrower: discarded.approval };
}

import type { Approval, Ended, Suggestion, Transition, TransitionOfBoth } from '../../core/approval.ts';
import { discard } from './closing.ts';
import { closed, finish } from './phase.ts';

/** Keeps the latest suggestion of an approver. */
export function suggest(approval: Approval, suggestion: Suggestion, now: number): Transition {
  const refused = closed(approval, now);
  return refused ? { refused } : { approval: { ...approval, suggestion } };
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
  if (approval.acceptedBy === job && known) return { approval, other: known };
  if (person !== approval.requester) return { refused: 'Only whoever asked for it can take the proposal.' };
  const refused = closed(approval, now);
  if (refused) return { refused };
  if (approval.suggestion?.id !== suggestion) return { refused: 'Something else is proposed by now.' };
  const ended: Ended = { event: 'withdrawn', person, job, note: 'A narrower request took its place.' };
  return {
    ...finish({ ...approval, acceptedBy: job }, 'superseded', ended, now, ['card', 'log']),
    other: narrower,
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
    return { refused: 'It did not give way.' };
  const discarded = discard(narrower, why, now);
  if ('refused' in discarded) return discarded;
  if (!discarded.approval.discarded) return { refused: 'The narrower request was posted meanwhile.' };
  const { ended: _, due: __, acceptedBy: ___, ...before } = approval;
  return { approval: { ...before, phase: 'open', since: now }, other: discarded.approval };
}

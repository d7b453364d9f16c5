import type { Approval, Ended, Proposal, Stepped, SteppedBoth } from '../../core/approval.ts';
import { discard } from './closing.ts';
import { closed, finish } from './phase.ts';

/** Keeps the latest suggestion of an approver. */
export function propose(approval: Approval, proposal: Proposal, now: number): Stepped {
  const refused = closed(approval, now);
  return refused ? { refused } : { approval: { ...approval, proposal } };
}

/** Ends a request whose requester accepts the suggestion that they saw: `narrower` takes its place, in one step. */
export function supersede(
  approval: Approval,
  known: Approval | undefined,
  { person, proposal, job, narrower }: { person: string; proposal: string; job: string; narrower: Approval },
  now: number,
): SteppedBoth {
  if (approval.takenBy === job && known) return { approval, other: known };
  if (person !== approval.requester) return { refused: 'Only whoever asked for it can take the proposal.' };
  const refused = closed(approval, now);
  if (refused) return { refused };
  if (approval.proposal?.id !== proposal) return { refused: 'Something else is proposed by now.' };
  const ended: Ended = { event: 'withdrawn', person, job, note: 'A narrower request took its place.' };
  return {
    ...finish({ ...approval, takenBy: job }, 'replaced', ended, now, ['card', 'log']),
    other: narrower,
  };
}

/** Opens a superseded request as it was, and ends the narrower one, which could not be posted. */
export function restore(
  approval: Approval,
  narrower: Approval | undefined,
  { job, why }: { readonly job: string; readonly why: string },
  now: number,
): SteppedBoth {
  if (!narrower || approval.phase !== 'replaced' || approval.takenBy !== job)
    return { refused: 'It did not give way.' };
  const unasked = discard(narrower, why, now);
  if ('refused' in unasked) return unasked;
  if (!unasked.approval.unasked) return { refused: 'The narrower request was posted meanwhile.' };
  const { ended: _, due: __, takenBy: ___, ...before } = approval;
  return { approval: { ...before, phase: 'open', since: now }, other: unasked.approval };
}

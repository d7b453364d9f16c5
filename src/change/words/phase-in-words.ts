import type { Tone } from '../../answer/answer.ts';
import { type Approval, approvalCount, type Phase } from '../model/approval.ts';

const words: Readonly<Record<Exclude<Phase, 'open' | 'expired' | 'superseded'>, readonly [Tone, string]>> = {
  approved: ['waiting', 'Applying…'],
  running: ['waiting', 'Applying…'],
  done: ['done', 'Applied'],
  failed: ['failed', 'Failed'],
  unknown: ['warning', 'Outcome unknown'],
  rejected: ['failed', 'Rejected'],
  withdrawn: ['neutral', 'Withdrawn'],
  outdated: ['neutral', 'Outdated'],
};

/** The phase of a request that is no longer open, in a few words, and the tone of its icon. */
export function phaseInWords(
  approval: Pick<Approval, 'steps' | 'votes' | 'approvers' | 'replacedBy' | 'isUnlogged'>,
  phase: Exclude<Phase, 'open'>,
): readonly [Tone, string] {
  if (phase === 'expired') return ['neutral', expiry(approval)];
  if (phase === 'superseded') return ['neutral', `Replaced by ${approval.replacedBy ?? 'another request'}`];
  if (phase === 'failed' && approval.steps.some(({ outcome }) => outcome?.kind === 'done'))
    return ['warning', 'Partly applied'];
  if (phase === 'approved' && approval.isUnlogged)
    return ['warning', `${approval.approvers > 0 ? 'Approved' : 'Confirmed'} · waits for the audit log`];
  return words[phase];
}

const expiry = (approval: Pick<Approval, 'votes' | 'approvers'>): string =>
  approvalCount(approval) < approval.approvers
    ? 'Expired without enough approvals'
    : 'Expired before it could be applied';

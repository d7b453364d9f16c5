import type { Tone } from '../../answer/answer.ts';
import { approvalCount, neededApprovals, needsApproval } from '../model/approval.ts';
import type { Change, Status } from '../model/change.ts';
import * as whyNotRun from './why-not-run.ts';

const words: Readonly<Record<Exclude<Status, 'open' | 'expired' | 'superseded'>, readonly [Tone, string]>> = {
  previewed: ['waiting', 'Previewed'],
  confirmed: ['waiting', 'Applying…'],
  cancelled: ['neutral', 'Cancelled'],
  approved: ['waiting', 'Applying…'],
  running: ['waiting', 'Applying…'],
  done: ['done', 'Applied'],
  failed: ['failed', 'Failed'],
  unknown: ['warning', 'Outcome unknown'],
  skipped: ['warning', 'Not undone'],
  over: ['neutral', 'Nothing was left to end'],
  rejected: ['failed', 'Rejected'],
  withdrawn: ['neutral', 'Withdrawn'],
  refused: ['failed', 'Refused'],
  outdated: ['neutral', 'Outdated'],
};

/** Describes the status of a request that is no longer open in a few words, with the tone of its icon. */
export function statusInWords(
  change: Pick<Change, 'steps' | 'approval' | 'isUnlogged'>,
  status: Exclude<Status, 'open'>,
): readonly [Tone, string] {
  if (status === 'expired') return ['neutral', expiry(change)];
  if (status === 'superseded')
    return ['neutral', `Replaced by ${change.approval?.replacedBy ?? 'another request'}`];
  if (status === 'failed' && change.steps.some(({ outcome }) => outcome?.kind === 'done'))
    return ['warning', 'Partly applied'];
  if (status === 'approved' && change.isUnlogged)
    return ['warning', `${needsApproval(change) ? 'Approved' : 'Confirmed'} · ${whyNotRun.waitsForLog}`];
  return words[status];
}

const expiry = (change: Pick<Change, 'approval'>): string =>
  approvalCount(change) < neededApprovals(change) ? whyNotRun.expiredUnapproved : whyNotRun.expiredUnstarted;

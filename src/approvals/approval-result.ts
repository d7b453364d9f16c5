import { auditEntry } from '../audit-log/entries.ts';
import { type Answer, note } from '../core/answer.ts';
import type { Approval, Due } from '../core/approval.ts';
import { type AuditEntry, endEvents } from '../core/audit-log.ts';
import { stepsOf } from '../core/change.ts';
import type { Clock } from '../core/clock.ts';
import type { Result } from '../requests/result.ts';
import { report } from './report.ts';

/*
 * What a job's result says of a request for approval. Nothing here has an effect: the result is carried out by deliver.ts.
 */

/** How a request ended, for the audit log: an entry for each step that ended with it. Empty while it has not ended. */
export function endEntries(approval: Approval, deps: { readonly clock: Clock }): readonly AuditEntry[] {
  const { ended } = approval;
  if (!ended) return [];
  const { person, note: comment } = ended;
  return stepsOf(approval)
    .filter(({ step }) => !step.outcome || step.outcome.job === ended.job)
    .map((changeStep) => {
      const { outcome } = changeStep.step;
      const event = outcome ? endEvents[outcome.kind] : ended.event;
      return auditEntry(event, changeStep, deps, { person, ...(comment && { note: comment }) });
    });
}

/** What a job says of a request that it took further: all messages about it are brought up to date. */
export const updated = (approval: Approval): Required<Pick<Result, 'cards'>> => ({ cards: [approval.id] });

/**
 * What a job says of a request that it ended: the end goes to the audit log, and is announced. `notified`: what the job's
 * own deliveries do of that already.
 */
export function ended(
  approval: Approval,
  deps: { readonly clock: Clock },
  notified: readonly Due[] = [],
): Required<Pick<Result, 'deliveries' | 'entries' | 'ends'>> {
  const reported = approval.due?.includes('channel') && !notified.includes('channel') && report(approval);
  return {
    deliveries: reported ? [{ kind: 'post', answer: reported }] : [],
    entries: endEntries(approval, deps),
    ends: [{ approval: approval.id, notified }],
  };
}

/** Why a request is outdated, as it is stored with it. Each of the changes is a sentence. */
export const outdatedFor = (
  changes: readonly string[],
): { readonly note: string; readonly answer: Answer } => ({
  note: `Outdated: ${changes.join(' ')}`,
  answer: [note(`${changes.join(' ')} Nothing was changed. Request it again.`)],
});

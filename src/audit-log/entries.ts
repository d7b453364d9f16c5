import { CloudApiError } from '../cloud/model/cloud-error.ts';
import type { AuditEntry, AuditEvent } from '../core/audit-log.ts';
import type { Clock } from '../core/clock.ts';
import { UserError } from '../core/user-error.ts';
import { explain } from '../requests/describe-error.ts';
import type { Asked } from '../requests/requested-change.ts';

/** An audit log entry about a request. Its person is the requester unless `more` names another. */
export function auditEntry(
  event: AuditEvent,
  { id, requester, account, operation, says, targets }: Asked,
  { clock }: { readonly clock: Clock },
  more: Partial<Pick<AuditEntry, 'person' | 'job' | 'note'>> = {},
): AuditEntry {
  return { at: clock(), event, person: requester, account, operation, says, targets, request: id, ...more };
}

/** The entry for a change that failed after it was started: `failed` if nothing was changed, else `unknown`. */
export function failureEntry(error: unknown, request: Asked, deps: { readonly clock: Clock }): AuditEntry {
  const known = error instanceof CloudApiError || error instanceof UserError;
  return auditEntry(known && error.changed === 'nothing' ? 'failed' : 'unknown', request, deps, {
    note: reason(error),
  });
}

/** Text of an error for the audit log; empty for an unexpected error, whose message could hold a secret. */
export function reason(error: unknown): string {
  const [first] = explain(error);
  return first?.kind === 'notice' ? [first.text].flat().join('') : '';
}

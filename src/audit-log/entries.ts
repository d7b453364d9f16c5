import { CloudApiError } from '../cloud/model/cloud-error.ts';
import type { Entry, Event } from '../core/audit-log.ts';
import { UserError } from '../core/user-error.ts';
import type { Ports } from '../requests/dependencies.ts';
import { explain } from '../requests/describe-error.ts';
import type { Asked } from '../requests/requested-change.ts';

/** An audit log entry about a request. Its person is the requester unless `more` names another. */
export function entry(
  event: Event,
  { id, asker, account, operation, says, targets }: Asked,
  { clock }: Pick<Ports, 'clock'>,
  more: Partial<Pick<Entry, 'person' | 'job' | 'note'>> = {},
): Entry {
  return { at: clock(), event, person: asker, account, operation, says, targets, request: id, ...more };
}

/** The entry for a change that failed after it was started: `failed` if nothing was changed, else `unknown`. */
export function failure(error: unknown, request: Asked, ports: Pick<Ports, 'clock'>): Entry {
  const known = error instanceof CloudApiError || error instanceof UserError;
  return entry(known && error.changed === 'nothing' ? 'failed' : 'unknown', request, ports, {
    note: reason(error),
  });
}

/** Text of an error for the audit log; empty for an unexpected error, whose message could hold a secret. */
export function reason(error: unknown): string {
  const [first] = explain(error);
  return first?.part === 'notice' ? [first.text].flat().join('') : '';
}

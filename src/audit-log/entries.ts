import { ServiceError } from '../cloud/model/cloud-error.ts';
import type { Entry, Event } from '../core/audit-log.ts';
import { Failure } from '../core/user-error.ts';
import type { Ports } from '../requests/dependencies.ts';
import { explain } from '../requests/describe-error.ts';
import type { Asked } from '../requests/requested-change.ts';

/** One entry about a request, by its asker unless `more` names somebody else. */
export function entry(
  event: Event,
  { id, asker, account, operation, says, targets }: Asked,
  { clock }: Pick<Ports, 'clock'>,
  more: Partial<Pick<Entry, 'person' | 'job' | 'note'>> = {},
): Entry {
  return { at: clock(), event, person: asker, account, operation, says, targets, request: id, ...more };
}

/** How a change ended that was begun and failed: for certain, or nobody knows. */
export function failure(error: unknown, request: Asked, ports: Pick<Ports, 'clock'>): Entry {
  const known = error instanceof ServiceError || error instanceof Failure;
  return entry(known && error.changed === 'nothing' ? 'failed' : 'unknown', request, ports, {
    note: reason(error),
  });
}

/** Why something did not happen, for the record; nothing of an unforeseen error. */
export function reason(error: unknown): string {
  const [first] = explain(error);
  return first?.part === 'notice' ? [first.text].flat().join('') : '';
}

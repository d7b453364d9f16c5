import { isAboutKey } from '../api-keys/api-key.ts';
import type { AuditEvent, StoredEntry } from '../change/model/audit-log.ts';

/** The events that say how far a change got that was started. */
const stages = ['started', 'applied', 'failed', 'unknown', 'ended'] as const satisfies readonly AuditEvent[];

export type Stage = (typeof stages)[number];

/** A change in the audit log, and how far it got. */
export interface LoggedChange extends Pick<StoredEntry, 'request' | 'person' | 'title' | 'at' | 'through'> {
  readonly event: Stage;
}

/** Whether an entry says how far a change got. What people do with their API keys changes nothing in the account. */
const isChange = (entry: StoredEntry): entry is StoredEntry & LoggedChange =>
  !isAboutKey(entry) && stages.some((stage) => stage === entry.event);

/**
 * At most `max` changes out of audit log entries, which come newest first: of each request the newest entry that says how
 * far it got. An approval can be logged after the change that it allowed, and does not count.
 */
export function latestChanges(entries: readonly StoredEntry[], max: number): readonly LoggedChange[] {
  const byRequest = new Map<string, LoggedChange>();
  for (const entry of entries.filter(isChange)) {
    if (!byRequest.has(entry.request)) byRequest.set(entry.request, entry);
  }
  return [...byRequest.values()].slice(0, max);
}

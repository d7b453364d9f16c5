import { isAboutKey } from '../api-keys/api-key.ts';
import type { AuditEvent, StoredEntry } from '../change/model/audit-log.ts';

/** The events that mark the progress of a started change. */
const stages = [
  'started',
  'applied',
  'failed',
  'unknown',
  'ended',
  'over',
] as const satisfies readonly AuditEvent[];

export type Stage = (typeof stages)[number];

/** A change in the audit log, with its progress. */
export interface LoggedChange extends Pick<StoredEntry, 'request' | 'person' | 'title' | 'at' | 'through'> {
  readonly event: Stage;
}

/**
 * Returns whether an entry marks the progress of a change. Entries about API keys don't count, since they change nothing in the
 * account.
 */
const isChange = (entry: StoredEntry): entry is StoredEntry & LoggedChange =>
  !isAboutKey(entry) && stages.some((stage) => stage === entry.event);

/**
 * Returns at most `max` changes from audit log entries, newest first: the newest entry of each request that marks its progress.
 * Approvals don't count, since they may be logged after the change that they allowed.
 */
export function latestChanges(entries: readonly StoredEntry[], max: number): readonly LoggedChange[] {
  const byRequest = new Map<string, LoggedChange>();
  for (const entry of entries.filter(isChange)) {
    if (!byRequest.has(entry.request)) byRequest.set(entry.request, entry);
  }
  return [...byRequest.values()].slice(0, max);
}

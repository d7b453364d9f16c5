import { errorName } from '../answer/user-error.ts';
import type { AuditEntry, AuditLog, CausedEntry } from '../change/model/audit-log.ts';
import type { Log } from '../core/log.ts';
import type { ContextDependencies } from '../evaluate/build-context.ts';
import type { Prepared } from '../operation/operation.ts';
import type { Job } from '../queue/job.ts';
import { auditEntry } from './entries.ts';

/*
 * `started` is written before the cloud API is called; if that fails, the API is not called. The outcome of a step is logged in the
 * write that stores it. All other entries are part of the job's `Result` and are written before the result is delivered, so people never
 * read something that the audit log lacks. If they can't be written, the job is redelivered until they are.
 */

/** The audit log could not be written, so nothing was delivered, and the job has to be redelivered. */
export class EntriesNotLogged extends Error {
  override readonly name = 'EntriesNotLogged';
}

/** Dependencies for writing to the audit log. */
export interface AuditLogDependencies {
  readonly auditLog: Pick<AuditLog, 'append'>;
  readonly log: Log;
}

/** Appends the entries that a job causes and that no write has logged, together and each once. Resolves to true if all of them are stored; never rejects. */
export async function appendEntries(
  entries: readonly CausedEntry[] = [],
  job: string,
  { auditLog, log }: AuditLogDependencies,
): Promise<boolean> {
  const left = entries.filter(({ isLogged }) => !isLogged);
  try {
    await Promise.all(left.map(({ cause = job, ...entry }) => auditLog.append(entry, cause)));
    return true;
  } catch (error) {
    log('not recorded', { entries: left.length, error: errorName(error) });
    return false;
  }
}

/**
 * Builds the entry for a change requested by a person who can't use Skydesk. Empty for reads, and if the account is unknown
 * because the cloud API does not answer.
 */
export async function refusedEntries(
  { operation, account }: Pick<Prepared<never>, 'operation' | 'account'>,
  job: Pick<Job, 'id' | 'replyTo' | 'through'>,
  why: string,
  deps: Pick<ContextDependencies, 'service' | 'clock'>,
): Promise<readonly AuditEntry[]> {
  if (operation.risk === 'reads') return [];
  const login = account === undefined ? await deps.service.login().catch(() => undefined) : undefined;
  const about = account ?? login?.accountAlias;
  if (about === undefined) return [];
  const title = operation.action ?? operation.summary;
  const step = { operation: operation.id, raw: {}, account: about, line: '', title, targets: [] };
  const changeStep = { change: job.id, index: 0, requester: job.replyTo.person, step, through: job.through };
  return [auditEntry('refused', changeStep, deps, { note: why })];
}

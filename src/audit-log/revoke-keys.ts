import type { ApiKey, ApiKeys } from '../api-keys/api-key.ts';
import type { Clock } from '../core/clock.ts';
import { revokedBySkydeskEntry } from '../evaluate/key-entries.ts';
import { type AuditLogDependencies, appendEntries } from './append-entries.ts';

/** Dependencies for revoking a key by itself, without a command of its person. */
export interface RevokeKeyDependencies extends AuditLogDependencies {
  readonly clock: Clock;
  readonly apiKeys: Pick<ApiKeys, 'revoke'>;
}

/** Dependencies for revoking all keys of a person. */
export interface RevokeKeysDependencies extends AuditLogDependencies {
  readonly clock: Clock;
  readonly apiKeys: Pick<ApiKeys, 'revokeAll'>;
}

/**
 * Logs that Skydesk revokes a key, then revokes it. `why` is a sentence, `job` the id of the job that found it out. Rejects if it
 * can't be logged, and then has not revoked it.
 */
export async function revokeKey(
  key: ApiKey,
  why: string,
  job: string,
  { auditLog, apiKeys, clock }: RevokeKeyDependencies,
): Promise<void> {
  await auditLog.append(revokedBySkydeskEntry(key, clock(), why), job);
  await apiKeys.revoke(key.person, key.id);
}

/**
 * Revokes all keys of a person who can't use Skydesk any more: `why`, as a sentence. They are revoked though the audit log may be
 * unavailable. Rejects if the store can't be reached; safe to repeat.
 */
export async function revokeKeysOf(
  person: string,
  why: string,
  job: string,
  deps: RevokeKeysDependencies,
): Promise<void> {
  const keys = await deps.apiKeys.revokeAll(person);
  await appendEntries(
    keys.map((key) => revokedBySkydeskEntry(key, deps.clock(), why)),
    job,
    deps,
  );
}

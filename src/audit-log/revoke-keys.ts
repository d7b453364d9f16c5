import type { ApiKey, ApiKeys } from '../api-keys/api-key.ts';
import type { Clock } from '../core/clock.ts';
import { revokedBySkydeskEntry } from '../evaluate/key-entries.ts';
import { type AuditLogDependencies, appendEntries } from './append-entries.ts';

/** Dependencies for revoking a key without a command from its owner. */
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
 * Logs that Skydesk revokes a key, then revokes it. `why` is a sentence, `job` the id of the job that found the reason. Rejects
 * without revoking the key if the audit log can't be written.
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
 * Revokes all keys of a person who can no longer use Skydesk. `why` is a sentence. The keys are revoked even if the audit log
 * is unavailable. Rejects if the store can't be reached; safe to repeat.
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

import { type ApiKey, keyTarget, nameOfKey } from '../api-keys/api-key.ts';
import type { AuditEntry } from '../change/model/audit-log.ts';
import { utc } from '../time/utc.ts';

type About = Pick<AuditEntry, 'event' | 'operation' | 'title'>;

/** An entry about a key. All entries of a key are about one request, and none holds anything of its token. */
const keyEntry = (key: ApiKey, at: number, about: About, note?: string): AuditEntry => ({
  account: key.account,
  at,
  ...about,
  person: key.person,
  targets: [keyTarget(key)],
  request: `api-key-${key.person}-${key.id}`,
  ...(note !== undefined && { note }),
});

const createTitle = (key: ApiKey): string =>
  `Create ${nameOfKey(key)}, which works until ${utc(key.expiresAt)}`;

/** A person created a key, by the operation with this id. `at` in milliseconds since 1970. */
export const createdEntry = (operation: string, key: ApiKey, at: number): AuditEntry =>
  keyEntry(key, at, { event: 'applied', operation, title: createTitle(key) });

/** A person revoked a key, by the operation with this id. */
export const revokedEntry = (operation: string, key: ApiKey, at: number): AuditEntry =>
  keyEntry(key, at, { event: 'applied', operation, title: `Revoke ${nameOfKey(key)}` });

/** Skydesk revoked a key: `why`, as a sentence. */
export const revokedBySkydeskEntry = (key: ApiKey, at: number, why: string): AuditEntry =>
  keyEntry(key, at, { event: 'ended', operation: 'key.create', title: createTitle(key) }, why);

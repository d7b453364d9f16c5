import { type ApiKey, keyTarget, nameOfKey } from '../api-keys/api-key.ts';
import type { AuditEntry } from '../change/model/audit-log.ts';
import type { Instant } from '../core/clock.ts';
import { utc } from '../time/utc.ts';

type About = Pick<AuditEntry, 'event' | 'operation' | 'title'>;

/** Returns an entry about a key. All entries of a key belong to one request, and none contains any part of its token. */
const keyEntry = (key: ApiKey, at: Instant, about: About, note?: string): AuditEntry => ({
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

/** Returns the entry for a key that a person created, by the operation with this id. */
export const createdEntry = (operation: string, key: ApiKey, at: Instant): AuditEntry =>
  keyEntry(key, at, { event: 'applied', operation, title: createTitle(key) });

/** Returns the entry for a key that a person revoked, by the operation with this id. */
export const revokedEntry = (operation: string, key: ApiKey, at: Instant): AuditEntry =>
  keyEntry(key, at, { event: 'applied', operation, title: `Revoke ${nameOfKey(key)}` });

/** Returns the entry for a key that Skydesk revoked. `why` is a sentence. */
export const revokedBySkydeskEntry = (key: ApiKey, at: Instant, why: string): AuditEntry =>
  keyEntry(key, at, { event: 'ended', operation: 'key.create', title: createTitle(key) }, why);

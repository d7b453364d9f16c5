import { type ApiKey, keyTarget, nameOfKey } from '../api-keys/api-key.ts';
import type { AuditEntry } from '../change/model/audit-log.ts';
import type { Instant } from '../core/clock.ts';
import { utc } from '../time/utc.ts';

type About = Pick<AuditEntry, 'event' | 'operation' | 'title'>;

/** An entry about a key. All entries of a key are about one request, and none holds anything of its token. */
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

/** A person created a key, by the operation with this id. */
export const createdEntry = (operation: string, key: ApiKey, at: Instant): AuditEntry =>
  keyEntry(key, at, { event: 'applied', operation, title: createTitle(key) });

/** A person revoked a key, by the operation with this id. */
export const revokedEntry = (operation: string, key: ApiKey, at: Instant): AuditEntry =>
  keyEntry(key, at, { event: 'applied', operation, title: `Revoke ${nameOfKey(key)}` });

/** Skydesk revoked a key: `why`, as a sentence. */
export const revokedBySkydeskEntry = (key: ApiKey, at: Instant, why: string): AuditEntry =>
  keyEntry(key, at, { event: 'ended', operation: 'key.create', title: createTitle(key) }, why);

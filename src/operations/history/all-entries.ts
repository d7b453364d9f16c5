import type { AuditLog, AuditQuery, StoredEntry } from '../../change/model/audit-log.ts';

/** Yields the entries that match a query, newest first. Reads pages of `limit` entries on demand. */
export async function* allEntries(
  auditLog: Pick<AuditLog, 'read'>,
  wanted: AuditQuery,
): AsyncGenerator<StoredEntry, void, void> {
  let { before } = wanted;
  do {
    const page = await auditLog.read({ ...wanted, before });
    yield* page.entries;
    before = page.older;
  } while (before !== undefined);
}

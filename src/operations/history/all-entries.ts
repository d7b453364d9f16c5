import type { AuditLog, AuditQuery, StoredEntry } from '../../change/model/audit-log.ts';

/** The entries that match a query, newest first: a page of `limit` after the other, as long as they are asked for. */
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

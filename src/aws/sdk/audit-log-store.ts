import type { AuditLog } from '../../change/model/audit-log.ts';
import type { Table } from './dynamodb.ts';
import { type LoggedWriter, loggedWriterIn } from './logged-writer.ts';
import { causeReader, readEntries } from './read-entries.ts';
import { chainVerifier } from './verify-chain.ts';

/**
 * Stores the audit log as items: the entries of an account in one partition, numbered without gaps, each with the hash of the
 * previous entry, and a head item that points to the last one. Entries never expire.
 *
 * `verify` detects entries that were changed, removed, swapped, inserted or copied from another account, unless the rest of the
 * chain was rewritten too. A person who can write the table can also truncate the chain and reset the head, or rewrite both. To
 * detect that, store hashes outside of the table: `loggedWriterIn` reports each entry for the function's log, which the function's
 * role cannot change, and `verify` accepts such a hash as a checkpoint.
 */
export const auditLogIn = (table: Table, logged: LoggedWriter = loggedWriterIn(table)): AuditLog => ({
  async append(entry, job, holder) {
    const fact = { entry, job, holder };
    const written = await logged.write([], [fact]);
    if (typeof written === 'string') return false;
    logged.report([fact], written);
    return written.entries.has(fact) || (holder !== undefined && written.holders.get(fact) === holder);
  },
  causedBy: causeReader(table),
  read: (query) => readEntries(table, query),
  verify: chainVerifier(table),
});

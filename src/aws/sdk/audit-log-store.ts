import { setTimeout as delay } from 'node:timers/promises';
import type { AuditLog, StoredEntry } from '../../change/model/audit-log.ts';
import { entryAppender } from './append-entry.ts';
import type { Table } from './dynamodb.ts';
import { causeReader, readEntries } from './read-entries.ts';
import type { Pause } from './until-written.ts';
import { chainVerifier } from './verify-chain.ts';

/**
 * Stores the audit log as items: the entries of an account in one partition, numbered without gaps, each with the hash of the
 * previous entry, and a head item that points to the last one. Entries never expire.
 *
 * `verify` detects entries that were changed, removed, swapped, inserted or copied from another account, unless the rest of the
 * chain was rewritten too. A person who can write the table can also truncate the chain and reset the head, or rewrite both. To
 * detect that, store hashes outside of the table: `onWritten` receives each entry for the function's log, which the function's
 * role cannot change, and `verify` accepts such a hash as a checkpoint.
 */
export const auditLogIn = (
  table: Table,
  onWritten: (entry: StoredEntry) => void = () => {},
  pause: Pause = delay,
): AuditLog => ({
  append: entryAppender(table, onWritten, pause),
  causedBy: causeReader(table),
  read: (query) => readEntries(table, query),
  verify: chainVerifier(table),
});

import { createHash } from 'node:crypto';
import type { AuditEntry, StoredEntry } from '../change/model/audit-log.ts';

/** End of a chain: position and hash of its last entry. */
export interface ChainEnd {
  readonly seq: number;
  readonly hash: string;
}

/** The end of an empty chain. */
export const emptyChain: ChainEnd = { seq: 0, hash: '0'.repeat(64) };

/**
 * Normalizes an entry before it is hashed: account in upper case, no lone surrogates, which DynamoDB would not return unchanged,
 * and no empty texts, which an export can't tell from missing ones.
 */
export function normalizeEntry(entry: AuditEntry): AuditEntry {
  const whole = (text: string | undefined) => text?.toWellFormed() || undefined;
  return {
    ...entry,
    account: entry.account.toUpperCase(),
    title: entry.title.toWellFormed(),
    targets: entry.targets.map((target) => target.toWellFormed()),
    job: whole(entry.job),
    note: whole(entry.note),
    through: whole(entry.through),
    digest: whole(entry.digest),
    policy: whole(entry.policy),
  };
}

type Unsealed = Omit<StoredEntry, 'seq' | 'previous' | 'hash'>;

/**
 * Appends an entry to a chain that ends at `end`. The hash covers a JSON array in which each field has a fixed position
 * (docs/operations.md, Verify an export yourself).
 */
export function seal<Content extends Unsealed>(
  entry: Content,
  end: ChainEnd,
): Content & Pick<StoredEntry, 'seq' | 'previous' | 'hash'> {
  const seq = end.seq + 1;
  const { account, at, event, person, operation, title, targets, request, job, note, through } = entry;
  const { digest, policy } = entry;
  const canonical = JSON.stringify([
    'skydesk ledger 1',
    seq,
    end.hash,
    account,
    at,
    event,
    person,
    operation,
    title,
    targets,
    request,
    job ?? null,
    note ?? null,
    through ?? null,
    digest ?? null,
    // Entries that name no policy are hashed as they were before any did.
    ...(policy === undefined ? [] : [policy]),
  ]);
  const hash = createHash('sha256').update(canonical).digest('hex');
  return { ...entry, seq, previous: end.hash, hash };
}

/** Returns why a stored entry does not fit as the successor of `end`, as a clause about the entry; undefined if it does. */
export function verificationError(kept: StoredEntry, end: ChainEnd, account: string): string | undefined {
  if (kept.account !== account.toUpperCase()) return `is about ${kept.account}`;
  if (kept.previous !== end.hash) return 'doesn’t follow the entry before it';
  if (seal(kept, end).hash !== kept.hash) return 'was changed';
  return undefined;
}

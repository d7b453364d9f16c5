import { createHash } from 'node:crypto';
import type { Entry, FormerEvent, Kept } from '../core/audit-log.ts';

/** End of a chain: position and hash of its last entry. */
export interface End {
  readonly seq: number;
  readonly hash: string;
}

/** The end of an empty chain. */
export const start: End = { seq: 0, hash: '0'.repeat(64) };

/** Normalizes an entry before it is hashed: account in upper case, no lone surrogates, which DynamoDB would not return unchanged. */
export function tidy(entry: Entry): Entry {
  const whole = (text: string | undefined) => text?.toWellFormed();
  return {
    ...entry,
    account: entry.account.toUpperCase(),
    says: entry.says.toWellFormed(),
    targets: entry.targets.map((target) => target.toWellFormed()),
    job: whole(entry.job),
    note: whole(entry.note),
  };
}

/** An entry as it is stored, which may have the former name of an event. */
export type Sealed = Omit<Kept, 'event'> & { readonly event: Kept['event'] | FormerEvent };

type Unsealed = Omit<Sealed, 'seq' | 'previous' | 'hash'>;

/** Appends an entry to a chain that ends at `end`. The hash is taken over a JSON array with one fixed position per field. */
export function seal<Content extends Unsealed>(
  entry: Content,
  end: End,
): Content & Pick<Kept, 'seq' | 'previous' | 'hash'> {
  const seq = end.seq + 1;
  const { account, at, event, person, operation, says, targets, request, job, note } = entry;
  const canonical = JSON.stringify([
    'skydesk ledger 1',
    seq,
    end.hash,
    account,
    at,
    event,
    person,
    operation,
    says,
    targets,
    request,
    job ?? null,
    note ?? null,
  ]);
  const hash = createHash('sha256').update(canonical).digest('hex');
  return { ...entry, seq, previous: end.hash, hash };
}

/** Why a stored entry fails verification as the next one after `end`, as a clause about the entry; undefined if it passes. */
export function flaw(kept: Sealed, end: End, account: string): string | undefined {
  if (kept.account !== account.toUpperCase()) return `is about ${kept.account}`;
  if (kept.previous !== end.hash) return 'does not follow the entry before it';
  if (seal(kept, end).hash !== kept.hash) return 'was changed';
  return undefined;
}

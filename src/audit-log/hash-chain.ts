import { createHash } from 'node:crypto';
import type { Entry, Kept } from '../core/audit-log.ts';

/** Where a chain ends: the place and the hash of its last entry. */
export interface End {
  readonly seq: number;
  readonly hash: string;
}

/** The end of a chain without entries. */
export const start: End = { seq: 0, hash: '0'.repeat(64) };

/** The entry with an account in capitals and without halves of characters, which no table would give back. */
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

/** The entry in its place behind `end`. The canonical form is a JSON array, each field in its fixed place. */
export function seal(entry: Entry, end: End): Kept {
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

/** Why an entry is not the one that was sealed for `account` behind `end`, as a clause about it; undefined when it is. */
export function flaw(kept: Kept, end: End, account: string): string | undefined {
  if (kept.account !== account.toUpperCase()) return `is about ${kept.account}`;
  if (kept.previous !== end.hash) return 'does not follow the entry before it';
  if (seal(kept, end).hash !== kept.hash) return 'was changed';
  return undefined;
}

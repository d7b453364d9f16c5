import { $ZodError } from 'zod/v4/core';
import { startsChecker } from '../../audit-log/approved-starts.ts';
import { type ChainEnd, emptyChain, verificationError } from '../../audit-log/hash-chain.ts';
import type { AuditLog, StoredEntry, Verification } from '../../change/model/audit-log.ts';
import { endOf, entryItems, maxSeq, sealedIn, sortKeyOf } from './audit-log-items.ts';
import type { Item, ReadOnlyTable } from './dynamodb.ts';

type VerificationFailure = NonNullable<Verification['failure']>;

/**
 * Returns a function that verifies an account's chain, from the start or a checkpoint, against its head and the checkpoint. Each start
 * in it is compared with what people agreed to before.
 */
export const chainVerifier =
  (table: ReadOnlyTable): AuditLog['verify'] =>
  async (account, checkpoint): Promise<Verification> => {
    const expected = checkpoint?.hash.toLowerCase();
    const { from = 1 } = checkpoint ?? {};
    const start = from === 1 ? emptyChain : await endBefore(from, table, account);
    if (!start) return { entries: 0, failure: { seq: from, why: 'is missing' } };
    let last: ChainEnd = start;
    const whyNotStarted = startsChecker(from > 1);
    let met: number | undefined;

    /** Verifies the entries after `last`, and moves `last` to the last valid one. */
    async function verifyEntries(): Promise<VerificationFailure | undefined> {
      for await (const item of entryItems(table, account, last.seq + 1, maxSeq, 'oldest first')) {
        const next = nextIn(item, last, account, whyNotStarted);
        if ('why' in next) return next;
        last = next;
        if (expected !== undefined && next.hash.startsWith(expected)) met = next.seq;
      }
      return undefined;
    }

    async function failureIn(): Promise<VerificationFailure | undefined> {
      for (;;) {
        const { seq: verified } = last;
        const failure = await verifyEntries();
        if (failure) return failure;
        // Read after the entries, so the head can only be ahead of them if entries were added in between.
        const end = await headOf(table, account);
        if (end && end.seq > last.seq && last.seq > verified) continue;
        return headFailure(end, last) ?? checkpointFailure();
      }
    }

    const checkpointFailure = (): VerificationFailure | undefined =>
      expected === undefined || met !== undefined
        ? undefined
        : { seq: last.seq, why: 'is the last, and no entry matches your checkpoint' };

    const failure = await failureIn();
    return {
      entries: last.seq - start.seq,
      ...(last.seq > start.seq && { last: { seq: last.seq, hash: last.hash } }),
      ...(met !== undefined && { checkpoint: met }),
      ...(failure && { failure }),
    };
  };

/** Reads the end of a chain before an entry. The entry contains it and its hash covers it. Undefined without the entry. */
async function endBefore(seq: number, table: ReadOnlyTable, account: string): Promise<ChainEnd | undefined> {
  for await (const item of entryItems(table, account, seq, seq, 'oldest first'))
    return { seq: seq - 1, hash: sealedIn(item)?.previous ?? emptyChain.hash };
  return undefined;
}

/** Returns the next entry of the chain, or the reason why an item isn’t that entry. */
function nextIn(
  item: Item,
  last: ChainEnd,
  account: string,
  whyNotStarted: ReturnType<typeof startsChecker>,
): StoredEntry | VerificationFailure {
  const seq = last.seq + 1;
  if (item.sk !== sortKeyOf(seq)) return { seq, why: 'is missing' };
  const entry = sealedIn(item);
  if (!entry) return { seq, why: 'was changed' };
  const why = verificationError(entry, last, account) ?? whyNotStarted(entry);
  return why === undefined ? entry : { seq, why };
}

/** Reads the end of a chain from its head item; undefined if that item is malformed. */
const headOf = (table: ReadOnlyTable, account: string): Promise<ChainEnd | undefined> =>
  endOf(table, account).catch((error: unknown) => {
    if (error instanceof $ZodError) return undefined;
    throw error;
  });

/** Returns the reason why the head does not point to the last entry. */
function headFailure(head: ChainEnd | undefined, last: ChainEnd): VerificationFailure | undefined {
  if (!head) return { seq: last.seq, why: 'should be the last, but the head of the log was changed' };
  if (head.seq > last.seq) return { seq: last.seq + 1, why: 'is missing' };
  if (head.seq < last.seq) return { seq: head.seq + 1, why: 'comes after the end of the log' };
  return head.hash === last.hash ? undefined : { seq: last.seq, why: 'isn’t the last one that was written' };
}

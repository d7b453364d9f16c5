import { type ChainEnd, seal } from '../../audit-log/hash-chain.ts';
import type { AuditEntry, StoredEntry } from '../../change/model/audit-log.ts';
import { headKey, markerPartition, markerSortKey, partitionOf, sortKeyOf } from './audit-log-items.ts';
import { isRetryable, type Table, TransactionCanceled, type Write } from './dynamodb.ts';
import { isAbsent, ttlAfter } from './items.ts';
import { proofDays } from './kept-days.ts';

const failedCheck = 'ConditionalCheckFailed';

/** An entry and its author: the job that caused it, and the run of that job that writes it. */
export interface Authored {
  readonly entry: AuditEntry;
  readonly job: string;
  readonly holder: string | undefined;
}

/** Returns the key of an entry's only marker. */
export const markerOf = ({ entry, job }: Authored) => ({
  pk: markerPartition(entry.event, entry),
  sk: markerSortKey(entry.person, job),
});

/**
 * Result of one attempt. `conflict`: nothing was written, since the end of the chain moved, or other writes were in progress.
 * `before` contains the holders of entries that were written before, by position.
 */
export type Appended =
  | { readonly kind: 'written'; readonly entries: readonly StoredEntry[] }
  | { readonly kind: 'conflict'; readonly before: ReadonlyMap<number, unknown> };

/** Appends entries of an account to its chain in one transaction, with a marker for each, and moves the head to the last. */
export async function appendAll(
  table: Table,
  account: string,
  end: ChainEnd,
  batch: readonly Authored[],
): Promise<Appended> {
  const entries: StoredEntry[] = [];
  const writes: Write[] = [];
  let last = end;
  for (const authored of batch) {
    const sealed = seal(authored.entry, last);
    entries.push(sealed);
    writes.push(entryWrite(sealed), markerWrite(authored, sealed));
    last = sealed;
  }
  try {
    await table.transact([headWrite(account, last, end), ...writes]);
    return { kind: 'written', entries };
  } catch (error) {
    return conflictIn(error);
  }
}

/** Returns the conflict that canceled a transaction. Throws other errors. */
function conflictIn(error: unknown): Appended {
  const [moved, ...others] = error instanceof TransactionCanceled ? error.reasons : [];
  const before = new Map(
    others.flatMap(({ Code, Item }, at) =>
      at % 2 === 1 && Code === failedCheck ? [[(at - 1) / 2, Item?.holder] as const] : [],
    ),
  );
  if (before.size === 0) {
    if (moved?.Code === 'None' && others.some(({ Code }) => Code === failedCheck))
      throw new Error('The audit log has entries after its head');
    if (!isRetryable(error)) throw error;
  }
  return { kind: 'conflict', before };
}

const entryWrite = ({ seq, ...content }: StoredEntry): Write => ({
  Put: { Item: { pk: partitionOf(content.account), sk: sortKeyOf(seq), ...content }, ...isAbsent },
});

const markerWrite = (authored: Authored, { seq, person, digest, at }: StoredEntry): Write => {
  const { holder } = authored;
  return {
    Put: {
      Item: { ...markerOf(authored), seq, person, digest, holder, ttl: ttlAfter(at, proofDays) },
      ...isAbsent,
      ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    },
  };
};

function headWrite(account: string, { seq, hash }: ChainEnd, end: ChainEnd): Write {
  const isUnchanged =
    end.seq === 0
      ? isAbsent
      : {
          ConditionExpression: 'seq = :seq AND #hash = :hash',
          ExpressionAttributeNames: { '#hash': 'hash' },
          ExpressionAttributeValues: { ':seq': end.seq, ':hash': end.hash },
        };
  return { Put: { Item: { ...headKey(account), seq, hash }, ...isUnchanged } };
}

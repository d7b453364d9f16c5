import { UserError } from '../../answer/user-error.ts';
import { type ChainEnd, normalizeEntry, seal } from '../../audit-log/hash-chain.ts';
import type { AuditLog, StoredEntry } from '../../change/model/audit-log.ts';
import { AwsError } from '../lambda/aws-error.ts';
import {
  endIn,
  endOf,
  headKey,
  markerPartition,
  markerSortKey,
  partitionOf,
  sortKeyOf,
} from './audit-log-items.ts';
import { isRetryable, type Table, TransactionCanceled, type Write } from './dynamodb.ts';
import { isAbsent, ttlAfter } from './items.ts';
import { proofDays } from './kept-days.ts';
import { untilWritten } from './until-written.ts';

const failedCheck = 'ConditionalCheckFailed';

/** Whose an entry is: the job that caused it and, of its runs, the one that wrote it. */
interface Writer {
  readonly job: string;
  readonly holder: string | undefined;
}

/** Result of one attempt. `conflict`: nothing was written; `end` is the present end of the chain, if it is known. */
type Appended =
  | { readonly kind: 'written' }
  | { readonly kind: 'written before'; readonly holder: unknown }
  | { readonly kind: 'conflict'; readonly end: ChainEnd | undefined };

/**
 * Appends entries, each in one transaction: the entry, the head that points to it, and the marker of the job. `onWritten`
 * receives each entry that was written. Throws a `UserError` if others come first at every attempt.
 */
export function entryAppender(table: Table, onWritten: (entry: StoredEntry) => void): AuditLog['append'] {
  /** Last known end of each chain, by account. May be stale: the conditional write checks it. */
  const ends = new Map<string, ChainEnd>();

  return async (given, job, holder) => {
    const entry = normalizeEntry(given);
    let end = ends.get(entry.account);
    const appended = await untilWritten(
      async () => {
        end ??= await endOf(table, entry.account);
        const sealed = seal(entry, end);
        const appended = await append(table, sealed, end, { job, holder });
        if (appended.kind === 'conflict') {
          end = appended.end;
          return undefined;
        }
        if (appended.kind === 'written') {
          ends.set(entry.account, sealed);
          onWritten(sealed);
        }
        return appended;
      },
      new UserError('The audit log is busy, and unlogged changes are blocked.', {
        next: 'Try again in a minute.',
      }),
    );
    return appended.kind === 'written' || (holder !== undefined && appended.holder === holder);
  };
}

async function append(table: Table, entry: StoredEntry, end: ChainEnd, writer: Writer): Promise<Appended> {
  try {
    await table.transact(writesOf(entry, end, writer));
    return { kind: 'written' };
  } catch (error) {
    if (error instanceof AwsError && error.type === 'TransactionInProgressException')
      return { kind: 'conflict', end: undefined };
    if (!(error instanceof TransactionCanceled)) throw error;
    const [taken, moved, marked] = error.reasons;
    if (marked?.Code === failedCheck) return { kind: 'written before', holder: marked.Item?.holder };
    if (taken?.Code === failedCheck && moved?.Code === 'None') {
      throw new Error('The audit log has entries after its head');
    }
    if (!isRetryable(error)) throw error;
    return { kind: 'conflict', end: moved?.Item && endIn(moved.Item) };
  }
}

function writesOf(entry: StoredEntry, end: ChainEnd, { job, holder }: Writer): readonly Write[] {
  const { seq, ...content } = entry;
  const { account, hash, person, digest } = entry;
  const marker = { pk: markerPartition(entry.event, entry), sk: markerSortKey(person, job) };
  const headIsUnchanged =
    end.seq === 0
      ? isAbsent
      : {
          ConditionExpression: 'seq = :seq AND #hash = :hash',
          ExpressionAttributeNames: { '#hash': 'hash' },
          ExpressionAttributeValues: { ':seq': end.seq, ':hash': end.hash },
        };
  return [
    { Put: { Item: { pk: partitionOf(account), sk: sortKeyOf(seq), ...content }, ...isAbsent } },
    {
      Put: {
        Item: { ...headKey(account), seq, hash },
        ...headIsUnchanged,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
    {
      Put: {
        Item: { ...marker, person, digest, holder, ttl: ttlAfter(entry.at, proofDays) },
        ...isAbsent,
        ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
      },
    },
  ];
}

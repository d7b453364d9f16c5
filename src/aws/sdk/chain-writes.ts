import { type ChainEnd, normalizeEntry, seal } from '../../audit-log/hash-chain.ts';
import type { Fact, StoredEntry } from '../../change/model/audit-log.ts';
import { headKey, markerPartition, markerSortKey, partitionOf, sortKeyOf } from './audit-log-items.ts';
import type { Item, Write } from './dynamodb.ts';
import { isAbsent, ttlAfter } from './items.ts';
import { proofDays } from './kept-days.ts';

/** A fact, and the run of its job that writes it. */
export interface Authored extends Fact {
  readonly holder?: string | undefined;
}

/** Returns the key of an entry's only marker. */
export const markerOf = ({ entry, job }: Fact): Item => ({
  pk: markerPartition(entry.event, entry),
  sk: markerSortKey(entry.person, job),
});

/** Returns the accounts whose chains get these facts, in upper case, in one order. */
export const accountsOf = (facts: readonly Fact[]): readonly string[] =>
  [...new Set(facts.map(({ entry }) => entry.account.toUpperCase()))].toSorted();

/** One write of a fact. */
interface FactWrite {
  readonly kind: 'entry' | 'marker';
  readonly write: Write;
  readonly fact: Authored;
}

/** What appends facts to chains. */
interface Appending {
  /** Moves the head of each chain, on condition that it ends as it is known. */
  readonly heads: readonly Write[];
  /** An entry and a marker for each fact. */
  readonly writes: readonly FactWrite[];
  /** The entries as they are stored. */
  readonly entries: ReadonlyMap<Fact, StoredEntry>;
  /** The ends of the chains then, by account. */
  readonly ends: ReadonlyMap<string, ChainEnd>;
}

/** Seals facts in their order, behind the ends of the chains of their accounts. */
export function appendTo(known: ReadonlyMap<string, ChainEnd>, facts: readonly Authored[]): Appending {
  const entries = new Map<Fact, StoredEntry>();
  const ends = new Map<string, ChainEnd>();
  const heads: Write[] = [];
  for (const [account, end] of known) {
    let last = end;
    for (const fact of facts) {
      const entry = normalizeEntry(fact.entry);
      if (entry.account !== account) continue;
      const sealed = seal(entry, last);
      entries.set(fact, sealed);
      last = sealed;
    }
    ends.set(account, { seq: last.seq, hash: last.hash });
    heads.push(headWrite(account, last, end));
  }
  const writes = [...entries].flatMap(([fact, entry]): FactWrite[] => [
    { kind: 'entry', write: entryWrite(entry), fact },
    { kind: 'marker', write: markerWrite(fact, entry), fact },
  ]);
  return { heads, writes, entries, ends };
}

const entryWrite = ({ seq, ...content }: StoredEntry): Write => ({
  Put: { Item: { pk: partitionOf(content.account), sk: sortKeyOf(seq), ...content }, ...isAbsent },
});

const markerWrite = (fact: Authored, { seq, person, digest, at }: StoredEntry): Write => {
  const { holder } = fact;
  return {
    Put: {
      Item: { ...markerOf(fact), seq, person, digest, holder, ttl: ttlAfter(at, proofDays) },
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

import type { ChainEnd } from '../../audit-log/hash-chain.ts';
import { type Clock, type Instant, type Millis, minute } from '../../core/clock.ts';
import { endOf } from './audit-log-items.ts';
import type { ReadOnlyTable } from './dynamodb.ts';

/** How long a known end is trusted if other processes append, too. After that they have nearly always moved it. */
const trustedFor: Millis = 20;

/** How long after a conflict others are expected to append. */
const contendedFor: Millis = minute;

/** The ends of the chains of accounts. One may be outdated: an entry is appended on condition that it is the end. */
export interface ChainEnds {
  /** Resolves to the ends to append behind: those that this process knows, the others as they are stored. */
  of(accounts: readonly string[]): Promise<ReadonlyMap<string, ChainEnd>>;
  /** Notes the ends after a write of this process. */
  moved(ends: ReadonlyMap<string, ChainEnd>): void;
  /** Forgets the ends of accounts after a write that failed because another process moved one. */
  raced(accounts: Iterable<string>): void;
}

/** Creates the memory of this process for the ends of chains, which saves a read for each write. */
export function chainEndsIn(table: ReadOnlyTable, clock: Clock): ChainEnds {
  const known = new Map<string, { readonly end: ChainEnd; readonly at: Instant }>();
  const racedAt = new Map<string, Instant>();

  const trusted = (account: string): ChainEnd | undefined => {
    const { end, at = 0 } = known.get(account) ?? {};
    const now = clock();
    const isContended = now - (racedAt.get(account) ?? Number.NEGATIVE_INFINITY) < contendedFor;
    return isContended && now - at > trustedFor ? undefined : end;
  };

  return {
    of: async (accounts) =>
      new Map(
        await Promise.all(
          accounts.map(
            async (account) => [account, trusted(account) ?? (await endOf(table, account))] as const,
          ),
        ),
      ),
    moved(ends) {
      for (const [account, end] of ends) known.set(account, { end, at: clock() });
    },
    raced(accounts) {
      for (const account of accounts) {
        known.delete(account);
        racedAt.set(account, clock());
      }
    },
  };
}

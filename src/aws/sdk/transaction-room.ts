import type { Fact } from '../../change/model/audit-log.ts';
import { accountsOf, markerOf } from './chain-writes.ts';
import { keyIn, type Write } from './dynamodb.ts';

/** Maximum number of items that several writes have together. A transaction has 100, so one alone may need more. */
const maxItems = 90;

/** Items, and the facts that are logged in their transaction. */
export interface LoggedWrite {
  readonly writes: readonly Write[];
  readonly facts: readonly Fact[];
}

/** Returns whether writes fit into one transaction together: no item is written twice. A fact has two items, and each account a head. */
export function fitsTogether({ writes, facts }: LoggedWrite): boolean {
  const keys = [...writes.map(keyIn), ...facts.map(markerOf)].map(({ pk, sk }) => JSON.stringify([pk, sk]));
  const items = keys.length + facts.length + accountsOf(facts).length;
  return items <= maxItems && new Set(keys).size === keys.length;
}

/** Returns whether facts are logged in the same accounts, or some are none: joined across accounts, one busy chain holds up the others. */
export function logAlike(some: readonly Fact[], others: readonly Fact[]): boolean {
  const [one, other] = [some, others].map((facts) => accountsOf(facts).join());
  return one === '' || other === '' || one === other;
}

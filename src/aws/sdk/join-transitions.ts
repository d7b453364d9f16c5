import type { Fact } from '../../change/model/audit-log.ts';
import type { Change } from '../../change/model/change.ts';
import type { Transition } from '../../change/model/changes.ts';
import type { Hold } from '../../change/model/resource.ts';
import type { Write } from './dynamodb.ts';
import { fitsTogether, logAlike } from './transaction-room.ts';

/** What transitions make together: the last change, and all that they create, claim and log. */
export interface Joined {
  readonly change: Change;
  readonly creates: readonly Change[];
  readonly holds: readonly Hold[];
  readonly facts: readonly Fact[];
}

export interface Joining<One> {
  readonly joined: Joined;
  /** Empty if no transition changes anything. */
  readonly writes: readonly Write[];
  /** The results of the transitions, as if each had been stored before the next. They hold once the writes are done. */
  readonly results: readonly (readonly [one: One, result: Transition])[];
  /** What doesn't fit into the same write. */
  readonly later: readonly One[];
}

/**
 * Applies transitions to a change, one after the other, as long as what they write fits into one transaction: an item is written once, so
 * a second claim of a resource waits for the next write, and so does what is logged in another account.
 */
export function joinTransitions<One extends { readonly transition: (change: Change) => Transition }>(
  waiting: readonly One[],
  before: Change,
  writesOf: (joined: Joined) => readonly Write[],
): Joining<One> {
  const results: (readonly [One, Transition])[] = [];
  const later: One[] = [];
  let joined: Joined = { change: before, creates: [], holds: [], facts: [] };
  let writes: readonly Write[] = [];
  for (const one of waiting) {
    const result = one.transition(joined.change);
    if (!('refused' in result) && result.change !== joined.change) {
      const next = joinedWith(joined, result);
      const all = writesOf(next);
      const isAlike = logAlike(joined.facts, result.facts ?? []);
      if (writes.length > 0 && !(isAlike && fitsTogether({ writes: all, facts: next.facts }))) {
        later.push(one);
        continue;
      }
      [joined, writes] = [next, all];
    }
    results.push([one, result]);
  }
  return { joined, writes, results, later };
}

const joinedWith = (
  { creates, holds, facts }: Joined,
  made: Exclude<Transition, { readonly refused: string }>,
): Joined => ({
  change: made.change,
  creates: [...creates, ...(made.creates ?? [])],
  holds: [...holds, ...(made.holds ? [made.holds] : [])],
  facts: [...facts, ...(made.facts ?? [])],
});

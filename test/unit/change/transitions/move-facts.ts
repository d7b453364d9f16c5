import { changeWrites } from '../../../../src/aws/sdk/change-writes.ts';
import type { Write } from '../../../../src/aws/sdk/dynamodb.ts';
import { holdWrites } from '../../../../src/aws/sdk/resource-writes.ts';
import { type Change, isWaiting } from '../../../../src/change/model/change.ts';
import type { Transition, TransitionOfBoth } from '../../../../src/change/model/changes.ts';
import type { Hold } from '../../../../src/change/model/resource.ts';
import { causeOf } from '../../../../src/change/model/reversal.ts';
import { dueSteps } from '../../../../src/change/model/step.ts';

/* What moves really make of changes, as facts. */

/** What a move returns: a change that is stored, or is new, or why it is refused. `of`: the confirmed preview that a new one is made of. */
type Moved =
  | Transition
  | TransitionOfBoth
  | { readonly born: Change; readonly of?: Change; readonly holds?: Hold };
export type Move = (change: Change, now: number) => Moved;

/** A move, with what can't be computed about it. */
export interface Row {
  /** Who makes it, and when, as a sentence. */
  readonly who: string;
  /** What is logged of it, unless that is only the event with which it closes a change. */
  readonly logs?: string;
  /** Calls of it, to be tried on each sample. */
  readonly tries: readonly Move[];
}

/** What is known of a move after it was tried on many changes at many times. */
export interface Facts {
  /** "new → open", "open → approved", "end running → approved", or "open" if the status stays. */
  readonly statuses: Set<string>;
  readonly refusals: Set<string>;
  /** How often it was written, and with which items. */
  writes: number;
  readonly items: Map<string, number>;
  /** The events with which it closes changes. */
  readonly closes: Set<string>;
  /** What it leaves to do. */
  readonly leaves: Set<string>;
}

export const noFacts = (): Facts => ({
  statuses: new Set(),
  refusals: new Set(),
  writes: 0,
  items: new Map(),
  closes: new Set(),
  leaves: new Set(),
});

/** Tries moves on changes at some times. */
export function factsOf(
  moves: readonly Move[],
  changes: readonly Change[],
  moments: readonly number[],
): Facts {
  const facts = noFacts();
  for (const move of moves)
    for (const change of changes) for (const now of moments) note(facts, change, move(change, now), now);
  return facts;
}

function note(facts: Facts, before: Change, moved: Moved, now: number): void {
  if ('refused' in moved) {
    facts.refusals.add(moved.refused);
    return;
  }
  const isBorn = 'born' in moved;
  const after = isBorn ? moved.born : moved.change;
  if (after === before) return;
  facts.statuses.add(
    isBorn
      ? `${moved.of?.status ?? 'new'} → ${nameOf(after)}`
      : before.status === after.status
        ? nameOf(before)
        : `${nameOf(before)} → ${after.status}`,
  );
  if (after.closed && after.closed !== before.closed) facts.closes.add(after.closed.event);
  for (const task of leavesOf(isBorn ? undefined : before, after, now)) facts.leaves.add(task);
  facts.writes += 1;
  for (const item of new Set(itemsOf(isBorn ? undefined : before, moved, now)))
    facts.items.set(item, (facts.items.get(item) ?? 0) + 1);
}

/** "open", "end approved". */
const nameOf = (change: Change): string =>
  ({ person: '', time: 'end ', failure: 'rollback ' })[causeOf(change)] + change.status;

/** The tasks that are due now and were not before, and whether a step can run. */
function leavesOf(before: Change | undefined, after: Change, now: number): readonly string[] {
  const runs = (change: Change | undefined): boolean =>
    change !== undefined &&
    isWaiting(change) &&
    change.status !== 'open' &&
    dueSteps(change, now).some(({ step }) => !step.claimed && now >= (step.retryAt ?? 0));
  return [
    ...(runs(after) && !runs(before) ? ['run'] : []),
    ...(after.due ?? []).filter((task) => !before?.due?.includes(task)),
  ];
}

/** The names of the items in the write. */
function itemsOf(
  before: Change | undefined,
  moved: Exclude<Moved, { refused: string }>,
  now: number,
): readonly string[] {
  const after = 'born' in moved ? moved.born : moved.change;
  const known = before && { change: before, version: 1 };
  const others = [
    ...('creates' in moved ? (moved.creates ?? []) : []),
    ...('narrower' in moved ? [moved.narrower] : []),
  ];
  return [
    ...changeWrites(known, after).map(itemOf),
    ...('holds' in moved ? holdWrites(moved.holds, now).map(itemOf) : []),
    ...others.map((other) =>
      causeOf(other) === 'time'
        ? 'a new end (`change`, `due`, `resource`)'
        : 'the narrower request (`change`, `due`)',
    ),
  ];
}

/** The name of an item, as in the architecture's list of items. */
function itemOf(write: Write): string {
  const { pk, sk } = 'Put' in write ? write.Put.Item : write.Delete.Key;
  const kind = String(pk).replace(/#.*/, '');
  if (kind !== 'resource') return `\`${kind}\``;
  if (!String(sk).startsWith('end:')) return '`resource` (claimed)';
  return 'Put' in write ? '`resource` (the end listed)' : '`resource` (the end off the list)';
}

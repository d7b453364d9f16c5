import type { Change } from '../../change/model/change.ts';
import { changeRefOf } from '../../change/model/change-ref.ts';
import { latestStart } from '../../change/model/step-order.ts';
import type { Instant } from '../../core/clock.ts';
import { changeKey, duePartition, numberKey, type VersionedChange } from './change-items.ts';
import { contentOf } from './content.ts';
import type { Write } from './dynamodb.ts';
import { isVersion, sortable, ttlAfter } from './items.ts';
import { historyDays, numberDays } from './kept-days.ts';
import { openRequestWrites } from './open-requests.ts';
import { openRowWrites } from './open-row-writes.ts';
import { endEntryWrites } from './resource-writes.ts';

/**
 * Returns the writes that store a request and update its index item, on condition that it has not changed since it was read.
 * `known` is undefined for a new request. Empty if nothing has changed.
 */
export function changeWrites(known: VersionedChange | undefined, change: Change): readonly Write[] {
  if (known?.change === change) return [];
  const version = known?.version ?? 0;
  const entry = dueEntry(change);
  const { id, number } = change;
  const isNumbered = !known && number !== undefined;
  return [
    {
      Put: {
        Item: {
          ...changeKey(id),
          content: contentOf(change),
          version: version + 1,
          ttl: ttlAfter(lastTimeOf(change), historyDays),
        },
        ...isVersion(version),
      },
    },
    ...(entry ? [{ Put: { Item: entry } }] : []),
    ...(isNumbered
      ? [{ Put: { Item: { ...numberKey(number), change: id, ttl: ttlAfter(change.expires, numberDays) } } }]
      : []),
    ...openRequestWrites(known?.change, change),
    ...openRowWrites(known?.change, change),
    ...endEntryWrites(known?.change, change),
    ...(known ? formerPlace(known.change, entry?.sk) : []),
  ];
}

/** Returns the last time of a change that is known: it is over then, or what it did ends. */
const lastTimeOf = ({ steps, expires, since }: Change): Instant =>
  Math.max(latestStart(steps, expires), since, ...steps.map(({ end }) => end?.endsAt ?? 0));

/** Deletes the index entry of a request under its former time. */
function formerPlace(known: Change, sk: string | undefined): readonly Write[] {
  const before = dueEntry(known);
  return before && before.sk !== sk ? [{ Delete: { Key: { pk: before.pk, sk: before.sk } } }] : [];
}

/** Returns the index entry of a change, which sorts by `wakesAt`; undefined if it never wakes. */
function dueEntry(change: Change) {
  const ref = changeRefOf(change);
  if (!ref) return undefined;
  const { id, ...rest } = ref;
  return { pk: duePartition, sk: `${sortable(ref.wakesAt)}#${id}`, change: id, ...rest };
}

import { UserError } from '../../answer/user-error.ts';
import { isOver, type Lease, type LeaseRef, type Leases, refOf, wakesAt } from '../../change/model/lease.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { Table, Write } from './dynamodb.ts';
import { isVersion, itemsOf, sortable, ttlAfter } from './items.ts';
import { historyDays } from './kept-days.ts';
import { untilWritten, writeUnlessRaced } from './until-written.ts';

const keyOf = (id: string) => ({ pk: `lease#${id}`, sk: 'lease' });

/** Partition of the small index items of leases that are not over, or have news. */
const pendingPartition = 'leases';

const isPending = (lease: Lease): boolean => !isOver(lease) || lease.news !== undefined;

/** Sorts by the moment at which the sweeper looks at a lease, soonest first; last, those that have none. */
const pendingKey = (lease: Lease) => ({
  pk: pendingPartition,
  sk: `${sortable(wakesAt(lease) ?? 999_999_999_999_999)}#${lease.id}`,
});

interface VersionedLease {
  readonly lease: Lease;
  readonly version: number;
}

const unknown = 'This lease no longer exists.';
const crowded = () =>
  new UserError('Too many changes to this lease at once, so yours wasn’t made.', { next: 'Try again.' });

/** Stores leases as items: the lease as JSON, with a `version` for optimistic locking. */
export function leasesIn(table: Table): Leases {
  async function read(id: string): Promise<VersionedLease | undefined> {
    const item = await table.get(keyOf(id));
    return item && { lease: JSON.parse(String(item.content)), version: Number(item.version) };
  }

  async function pending(): Promise<readonly LeaseRef[]> {
    const refs: LeaseRef[] = [];
    const items = itemsOf(table, {
      KeyConditionExpression: 'pk = :leases',
      ExpressionAttributeValues: { ':leases': pendingPartition },
    });
    for await (const { lease, requester, account, isOver: over, endsAt, wakesAt: at } of items)
      refs.push({
        id: String(lease),
        requester: String(requester),
        account: String(account),
        isOver: over === true,
        endsAt: numberIn(endsAt),
        wakesAt: numberIn(at),
      });
    return refs;
  }

  const get = async (id: string): Promise<Lease | undefined> => (await read(id))?.lease;

  return {
    async put(lease) {
      await untilWritten(
        async () => (await writeUnlessRaced(table, writesOf(undefined, lease))) || (await read(lease.id)),
        crowded(),
      );
    },

    get,

    change: (id, transition) =>
      untilWritten(async () => {
        const known = await read(id);
        if (!known) return { refused: unknown };
        const changed = transition(known.lease);
        if ('refused' in changed || changed.lease === known.lease) return changed;
        return (await writeUnlessRaced(table, writesOf(known, changed.lease))) ? changed : undefined;
      }, crowded()),

    pending,

    async active() {
      const found = await mapConcurrently(await pending(), ({ id }) => get(id), maxConcurrency.store);
      return found
        .flatMap((lease) => (lease && !isOver(lease) ? [lease] : []))
        .sort(({ endsAt: a = Number.MAX_VALUE }, { endsAt: b = Number.MAX_VALUE }) => a - b);
    },
  };
}

const numberIn = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined);

/** The writes that store a lease, on condition that it is as it was read, and that update its index item. */
function writesOf(known: VersionedLease | undefined, lease: Lease): readonly Write[] {
  const version = known?.version ?? 0;
  const { id, ...ref } = refOf(lease);
  const place = pendingKey(lease);
  const before = known && pendingKey(known.lease);
  return [
    {
      Put: {
        Item: {
          ...keyOf(lease.id),
          content: JSON.stringify(lease),
          version: version + 1,
          ttl: ttlAfter(lease.endsAt ?? lease.since, historyDays),
        },
        ...isVersion(version),
      },
    },
    isPending(lease) ? { Put: { Item: { ...place, lease: id, ...ref } } } : { Delete: { Key: place } },
    ...(before && before.sk !== place.sk ? [{ Delete: { Key: before } }] : []),
  ];
}

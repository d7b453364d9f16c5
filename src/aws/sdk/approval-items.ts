import { type Approval, isWaiting } from '../../change/model/approval.ts';
import type { Table, Write } from './dynamodb.ts';
import { isVersion, sortable, ttlAfter } from './items.ts';
import { historyDays, numberDays } from './kept-days.ts';

const keyOf = (id: string) => ({ pk: `approval#${id}`, sk: 'approval' });

/** Key of the small index item that finds a request by its number. */
export const numberKey = (number: number) => ({ pk: `request-number#${number}`, sk: 'request-number' });

/** Partition key of the index of requests that need attention. */
export const waitingPartition = 'waiting';

/** Whether a person or the sweeper still has to act on a request. */
const needsSweeping = (approval: Approval): boolean =>
  isWaiting(approval) || (approval.due !== undefined && approval.due.length > 0);

/**
 * Key of a small index item that exists while a request needs attention, so that the table is never scanned. Sorts by
 * expiry, soonest first.
 */
const waitingKey = ({ id, expires }: Approval) => ({
  pk: waitingPartition,
  sk: `${sortable(expires)}#${id}`,
});

/** A request as it was read. `version` counts its writes. */
export interface VersionedApproval {
  readonly approval: Approval;
  readonly version: number;
}

/** Reads a request; undefined if there is none with this id. */
export async function readApproval(table: Table, id: string): Promise<VersionedApproval | undefined> {
  const item = await table.get(keyOf(id));
  if (!item) return undefined;
  const approval: Approval = JSON.parse(String(item.content));
  return { approval, version: Number(item.version) };
}

/**
 * The writes that store a request, on condition that it is as it was read, and that update its index item. `known` is
 * undefined for a new request. Empty if nothing has changed.
 */
export function approvalWrites(known: VersionedApproval | undefined, approval: Approval): readonly Write[] {
  if (known?.approval === approval) return [];
  const version = known?.version ?? 0;
  const place = waitingKey(approval);
  const before = known && waitingKey(known.approval);
  const { id, number } = approval;
  const isNumbered = !known && number !== undefined;
  return [
    {
      Put: {
        Item: {
          ...keyOf(id),
          content: JSON.stringify(approval),
          version: version + 1,
          ttl: ttlAfter(approval.expires, historyDays),
        },
        ...isVersion(version),
      },
    },
    needsSweeping(approval)
      ? { Put: { Item: { ...place, approval: id, requester: approval.requester } } }
      : { Delete: { Key: place } },
    ...(isNumbered
      ? [
          {
            Put: {
              Item: { ...numberKey(number), approval: id, ttl: ttlAfter(approval.expires, numberDays) },
            },
          },
        ]
      : []),
    ...(before && before.sk !== place.sk ? [{ Delete: { Key: before } }] : []),
  ];
}

import { type Approval, isWaiting } from '../../change/model/approval.ts';
import { isAgentId } from '../../change/model/ids.ts';
import type { Table, Write } from './dynamodb.ts';
import { isVersion, sortable, ttlAfter } from './items.ts';
import { historyDays, numberDays } from './kept-days.ts';

const keyOf = (id: string) => ({ pk: `approval#${id}`, sk: 'approval' });

/** Key of the small index item that finds a request by its number. */
export const numberKey = (number: number) => ({ pk: `request-number#${number}`, sk: 'request-number' });

/**
 * Partition keys of the index of requests that need attention. The function for agents lists what it requests in a partition of its
 * own, from which the first write by the worker or the sweeper moves it: it may write no entry of the other.
 */
export const waitingPartitions = ['waiting', 'waiting#agent'] as const;
export type WaitingPartition = (typeof waitingPartitions)[number];

/** Whether a person or the sweeper still has to act on a request. */
const needsSweeping = (approval: Approval): boolean =>
  isWaiting(approval) || (approval.due !== undefined && approval.due.length > 0);

/**
 * Key of a small index item that exists while a request needs attention, so that the table is never scanned. Sorts by
 * expiry, soonest first.
 */
const waitingKey = (pk: WaitingPartition, { id, expires }: Approval) => ({
  pk,
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
 * undefined for a new request. `partition` is that of its writer. Empty if nothing has changed.
 */
export function approvalWrites(
  known: VersionedApproval | undefined,
  approval: Approval,
  partition: WaitingPartition,
): readonly Write[] {
  if (known?.approval === approval) return [];
  const version = known?.version ?? 0;
  const place = waitingKey(partition, approval);
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
    ...(known ? formerPlaces(known.approval, partition, place.sk) : []),
  ];
}

/** Deletes the entries of a request under its former expiry, and under the partition of the function that requested it. */
const formerPlaces = (known: Approval, partition: WaitingPartition, sk: string): readonly Write[] =>
  waitingPartitions
    .map((pk) => waitingKey(pk, known))
    .filter((before) => (before.pk === partition ? before.sk !== sk : mayMove(known, partition)))
    .map((Key) => ({ Delete: { Key } }));

/** Whether a request may still lie in the partition of another writer. */
const mayMove = ({ id }: Approval, partition: WaitingPartition): boolean =>
  partition === 'waiting' && isAgentId(id);

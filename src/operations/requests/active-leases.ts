import { type Answer, context, item, person, time } from '../../answer/answer.ts';
import { isOver, type Lease, type LeaseRef, type Leases } from '../../change/model/lease.ts';
import { titlesText } from '../../change/model/titles.ts';
import { endNowButton, extendButton } from '../../change/words/lease-buttons.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';

/** The first leases to end, and how many there are after them. */
export interface NextEnds {
  readonly ends: readonly Lease[];
  readonly more: number;
}

/** Reads the leases that end first, at most `max` of those that `isShown` accepts; those without a time of their own come last. */
export async function nextEnds(
  leases: Pick<Leases, 'pending' | 'get'>,
  isShown: (ref: LeaseRef) => boolean,
  max: number,
): Promise<NextEnds> {
  const refs = (await leases.pending())
    .filter((ref) => !ref.isOver && isShown(ref))
    .sort(({ endsAt: a = Number.MAX_VALUE }, { endsAt: b = Number.MAX_VALUE }) => a - b);
  const read = await mapConcurrently(refs.slice(0, max), ({ id }) => leases.get(id), maxConcurrency.store);
  return {
    ends: read.flatMap((lease) => (lease && !isOver(lease) ? [lease] : [])),
    more: Math.max(0, refs.length - max),
  };
}

/** When what ends by itself, and who requested it, with buttons that move its end. */
export const leaseLines = (lease: Lease, reader: string): Answer => [
  item(titlesText({ steps: [lease.step] }), extendButton(lease), endNowButton(lease)),
  context(
    ...(lease.overdue ? ['⚠️ Overdue since '] : ['Ends ']),
    lease.endsAt === undefined ? 'with its plan' : time(new Date(lease.endsAt)),
    ...(lease.requester === reader ? [] : [' · ', person(lease.requester)]),
    ` · in ${lease.step.account}`,
  ),
];

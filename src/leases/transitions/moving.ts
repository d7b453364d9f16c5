import { type Lease, type LeaseTransition, noticeBefore } from '../../core/lease.ts';
import { whyOver } from './ending.ts';
import { withNews } from './news.ts';

/** A lease as it is after its end was moved: jobs of the former end do nothing. */
function moved(lease: Lease, endsAt: number, now: number): Lease {
  const { retryAt: _, overdue: __, end: ___, news: ____, ...rest } = lease;
  // Who moves the end to the next minutes needs no notice of it.
  return { ...rest, endsAt, attempt: lease.attempt + 1, noticed: endsAt - now <= noticeBefore };
}

/** Moves the end of an active lease to a later time, from the end that the person saw. All in milliseconds since 1970. */
export function extend(
  lease: Lease,
  { from, to }: { readonly from: number | undefined; readonly to: number },
  now: number,
): LeaseTransition {
  const refused = whyOver(lease);
  if (refused) return { refused };
  if (lease.endsAt !== from) return { refused: 'Somebody moved its end in the meantime.' };
  if (to <= now) return { refused: 'That time has passed.' };
  return { lease: withNews(moved(lease, to, now), 'extended', now) };
}

/** Ends an active lease now, for a person. */
export function endNow(lease: Lease, by: string, now: number): LeaseTransition {
  const refused = whyOver(lease);
  return refused ? { refused } : { lease: { ...moved(lease, now, now), endedBy: by } };
}

/** Ends an active lease that has waited for the one before it. */
export function endNext(lease: Lease, now: number): LeaseTransition {
  const refused = whyOver(lease);
  if (refused) return { refused };
  return lease.endsAt === undefined ? { lease: moved(lease, now, now) } : { refused: 'It ends already.' };
}

/** Makes an active lease part of a plan that is undone: it ends as `linked` says, and not at its time. Safe to repeat. */
export function link(
  lease: Lease,
  { because, next, endsAt }: Pick<Lease, 'because' | 'next' | 'endsAt'>,
): LeaseTransition {
  if (lease.because !== undefined) return { lease };
  const refused = whyOver(lease);
  if (refused) return { refused };
  const { retryAt: _, overdue: __, end: ___, news: ____, ...rest } = lease;
  return { lease: { ...rest, because, next, endsAt, attempt: lease.attempt + 1, noticed: true } };
}

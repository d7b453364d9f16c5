import { isOver, type Lease, type LeaseTransition, noticeBefore } from '../model/lease.ts';
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

/** Ends an active lease now whose turn it is in the undoing of a plan. Refused where its end is due anyway, so it is safe to repeat. */
export function endNext(lease: Lease, now: number): LeaseTransition {
  const refused = whyOver(lease);
  if (refused) return { refused };
  if (lease.endsAt !== undefined && lease.endsAt <= now) return { refused: 'It ends already.' };
  return { lease: moved(lease, now, now) };
}

/**
 * Makes a lease part of a plan that is undone: `next` ends after it. It keeps an end of its own, by which it ends at the latest,
 * whatever becomes of the lease that it waits for. One that is ending already goes on. Safe to repeat, also with another `next`.
 */
export function link(lease: Lease, { because, next }: Pick<Lease, 'because' | 'next'>): LeaseTransition {
  if (isOver(lease)) return { refused: whyOver(lease) ?? '' };
  const linked: Lease =
    lease.phase === 'ending' ? { ...lease, next } : { ...lease, because, next, noticed: true };
  return { lease: lease.next === next && lease.because === linked.because ? lease : linked };
}

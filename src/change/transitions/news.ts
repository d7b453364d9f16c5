import type { Message } from '../../messaging/messaging.ts';
import {
  isOver,
  type Lease,
  type LeaseNews,
  type LeasePlace,
  type LeaseTransition,
  noticeAt,
} from '../model/lease.ts';
import { isSameMessage } from '../model/posted-message.ts';

/** Upper bound for the notices that are kept up to date. */
const maxNotices = 10;

/** Where each kind of news is told. A notice and an extension are in the log of what caused them. */
const placesOf: Readonly<Record<LeaseNews, readonly LeasePlace[]>> = {
  notice: ['requester', 'channel'],
  overdue: ['messages', 'requester', 'channel', 'thread'],
  extended: ['messages'],
  closed: ['log', 'messages', 'requester', 'channel', 'thread'],
};

/** A lease with news to be told. What was still to be told of earlier news is out of date. */
export const withNews = (lease: Lease, kind: LeaseNews, now: number): Lease => ({
  ...lease,
  news: {
    kind,
    at: now,
    due: [...placesOf[kind], ...(kind === 'closed' && lease.next ? ['next' as const] : [])],
  },
});

/** A lease of which an end failed that was started: the audit log gets each of them, and before what people are still to be told. */
export const withFailedEnd = (lease: Lease, now: number): Lease => ({
  ...lease,
  news: {
    kind: 'overdue',
    at: now,
    due: ['log', ...(lease.news?.due ?? []).filter((place) => place !== 'log')],
  },
});

/** Notes that people are told that a lease ends soon, which they are once for each end. */
export function giveNotice(lease: Lease, now: number): LeaseTransition {
  const at = noticeAt(lease);
  const isDue = lease.endsAt !== undefined && now >= lease.endsAt;
  if (at === undefined || now < at || isDue) return { refused: 'No notice is due.' };
  return { lease: withNews({ ...lease, noticed: true }, 'notice', now) };
}

/** Keeps what is `left` to tell of news, unless there are others by now. */
export function storeLeft(
  lease: Lease,
  told: Pick<NonNullable<Lease['news']>, 'at' | 'kind'>,
  left: readonly LeasePlace[],
): LeaseTransition {
  if (lease.news?.at !== told.at || lease.news.kind !== told.kind) return { lease };
  const { news, ...rest } = lease;
  return { lease: left.length > 0 ? { ...lease, news: { ...news, due: left } } : rest };
}

/** Keeps a message that offers to move the end; one that comes after the end is still to be brought up to date. */
export function storeNotice(lease: Lease, notice: Message, now: number): LeaseTransition {
  if (lease.notices.some((known) => isSameMessage(known, notice))) return { lease };
  const next = { ...lease, notices: [...lease.notices, notice].slice(-maxNotices) };
  const isOld = isOver(lease) && !lease.news?.due.includes('messages');
  const due: readonly LeasePlace[] = [...(lease.news?.due ?? []), 'messages'];
  return { lease: isOld ? { ...next, news: { kind: 'closed', at: lease.news?.at ?? now, due } } : next };
}

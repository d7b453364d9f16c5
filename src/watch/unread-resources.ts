import { resourceId } from '../change/model/resource.ts';
import type { Instant } from '../core/clock.ts';
import type {
  SnapshotHead,
  UnreadOfKind,
  UnreadResource,
  Watched,
  WatchedResources,
} from '../drift/watched-state.ts';

/*
 * Resources that a watch couldn't read, or not all of them. Nothing is concluded of them: the snapshot keeps their last state,
 * until a watch can read them again.
 */

/** Upper bound for the resources that are kept one by one: the head of a snapshot is written at each watch. */
const maxKept = 100;

/** Returns whether an unread resource may be this one: it is the same, or somewhere in the same place. */
export const mayBe = ({ subject: unread }: UnreadResource, subject: Watched['subject']): boolean =>
  Object.entries(unread).every(([key, value]) => subject[key] === value);

/** Returns whether a resource was unread in the first snapshot, and ever since. */
export const isUnseen = ({ unread }: Pick<SnapshotHead, 'unread'>, subject: Watched['subject']): boolean =>
  unread?.resources.some((one) => one.isUnseen && mayBe(one, subject)) ?? false;

/** Returns what to store of the unread resources of a watch at `at`. `isFirst`: it is the first snapshot. */
export function unreadToKeep(
  unread: readonly UnreadResource[],
  head: SnapshotHead,
  at: Instant,
  isFirst: boolean,
): UnreadOfKind | undefined {
  const { kind } = head;
  if (unread.length === 0) return undefined;
  const each = unread.length > maxKept ? [{ subject: { kind }, parts: [] }] : unread;
  return {
    since: head.unread?.since ?? at,
    count: unread.length,
    resources: each.map((one) => ({
      ...one,
      ...((isFirst || isUnseen(head, one.subject)) && { isUnseen: true }),
    })),
  };
}

/** Returns the ids of the resources whose state a snapshot keeps from an earlier one, as far as they are known one by one. */
export function keptIds(
  account: string,
  unread: readonly UnreadResource[],
  known: WatchedResources,
): readonly string[] {
  if (unread.length > maxKept) return [];
  const there = Object.entries(known).filter(([, { subject }]) => unread.some((one) => mayBe(one, subject)));
  return [
    ...new Set([...there.map(([id]) => id), ...unread.map(({ subject }) => resourceId(account, subject))]),
  ];
}

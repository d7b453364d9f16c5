import type { Instant } from '../core/clock.ts';
import type { SnapshotSubject } from '../operation/snapshot.ts';

/** The kinds of watched resources, named like the kinds of their snapshot readers. */
export const watchedKinds = [
  'firewall between',
  'firewall inside',
  'public address',
  'alert policy',
  'autoscale policy on server',
] as const;

export type WatchedKind = (typeof watchedKinds)[number];

export const isWatchedKind = (kind: string | undefined): kind is WatchedKind =>
  watchedKinds.some((known) => known === kind);

/** A resource as a watch read it. JSON. */
export interface Watched {
  readonly subject: SnapshotSubject & { readonly kind: WatchedKind };
  /** The state in canonical form: the `content` of its snapshot reader, which Undos also compare. */
  readonly content: unknown;
  /** A name for an id in the content, such as that of an autoscale policy. */
  readonly label?: string | undefined;
}

/** A resource that couldn't be read, or not all of it. Without an `id`, it may be any one there. JSON. */
export interface UnreadResource {
  readonly subject: SnapshotSubject & { readonly kind: WatchedKind };
  /** The API's names of its unread parts; empty if nothing of it was read. */
  readonly parts: readonly string[];
  /** Whether the first snapshot couldn't show it, either: it doesn't count as new when it is first read. */
  readonly isUnseen?: boolean | undefined;
}

/** What the last watch of a kind couldn't read. JSON. */
export interface UnreadOfKind {
  /** Since when there has been any. */
  readonly since: Instant;
  readonly count: number;
  /** All of them; if there are too many, one without an `id` that stands for any. */
  readonly resources: readonly UnreadResource[];
}

/** The resources of one kind in one account, by their ids (`resourceId`). */
export type WatchedResources = Readonly<Record<string, Watched>>;

/** Time of a snapshot, and the last entry of the account's audit log before it. JSON. */
export interface SnapshotTime {
  readonly takenAt: Instant;
  readonly seq: number;
}

/** A reading of one kind that takes several jobs: its start, and how far it is. JSON. */
export interface Reading extends SnapshotTime {
  readonly form: number;
  /** The last resource that was read, in the order of the reading. */
  readonly upTo: string;
  /** Number of its stored parts, and of the resources that are left to read. */
  readonly parts: number;
  readonly left: number;
}

/** The description of the snapshot of one kind, without its content. JSON. */
export interface SnapshotHead {
  readonly kind: WatchedKind;
  /** Incremented by each write: of two watches that end at once, only one is stored. */
  readonly version: number;
  /** Time of the first snapshot; undefined if there was none. */
  readonly firstAt?: Instant | undefined;
  /** Start of its reading; undefined if nothing was read yet. */
  readonly takenAt?: Instant | undefined;
  /** The last entry of the account's audit log before it was read: changes that ended later may be missing. */
  readonly seq: number;
  /** SHA-256 over the content, in hex. */
  readonly hash?: string | undefined;
  readonly form: number;
  /** The resources without a conclusion so far, by id, with the time and audit log entry of the snapshot of their state. */
  readonly waiting?: Readonly<Record<string, SnapshotTime>> | undefined;
  /** The ids of servers that no snapshot has shown so far. Their contents don't count as new when they are first seen. */
  readonly unseen?: readonly string[] | undefined;
  /** The resources that the last watch couldn't read, or not all of them. */
  readonly unread?: UnreadOfKind | undefined;
  /** The reading that will replace the snapshot, while it isn't finished. */
  readonly reading?: Reading | undefined;
  /** Start and last time of a failure to read it, and the reason as a sentence. */
  readonly failure?: { readonly since: Instant; readonly at: Instant; readonly why: string } | undefined;
}

/** Returns the time of the last attempt to read a kind; 0 if there was none. */
const lookedAt = ({ takenAt = 0, failure }: Pick<SnapshotHead, 'takenAt' | 'failure'>): Instant =>
  Math.max(takenAt, failure?.at ?? 0);

/** Returns those of these kinds that nobody has tried to read since `before`. */
export const dueKinds = (
  heads: readonly SnapshotHead[],
  before: Instant,
  kinds: readonly WatchedKind[] = watchedKinds,
): readonly WatchedKind[] =>
  kinds.filter((kind) => {
    const head = heads.find((known) => known.kind === kind);
    return !head || lookedAt(head) <= before;
  });

import type { Instant } from '../core/clock.ts';
import type { SnapshotSubject } from '../operation/snapshot.ts';

/** The kinds of resources that are watched, by the kinds of their snapshot readers. */
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

/** One resource as a watch read it. JSON. */
export interface Watched {
  readonly subject: SnapshotSubject & { readonly kind: WatchedKind };
  /** The state in canonical form: what its snapshot reader has as `content`, by which Undos are compared, too. */
  readonly content: unknown;
  /** A name that the content has only as an id: that of an autoscale policy. */
  readonly label?: string | undefined;
}

/** The resources of one kind in one account, by their ids (`resourceId`). */
export type WatchedResources = Readonly<Record<string, Watched>>;

/** Raised where the canonical form of a kind changes: what was stored in another form is compared with nothing. */
export const canonicalForm = 1;

/** When a snapshot was read, and the last entry of the account's audit log before. JSON. */
export interface SnapshotTime {
  readonly takenAt: Instant;
  readonly seq: number;
}

/** What is known of the snapshot of one kind, apart from its content. JSON. */
export interface SnapshotHead {
  readonly kind: WatchedKind;
  /** Raised by each write: of two watches that end at once, one is stored. */
  readonly version: number;
  /** When the first snapshot was taken; undefined if none was. */
  readonly firstAt?: Instant | undefined;
  /** When its reading began; undefined if nothing was read yet. */
  readonly takenAt?: Instant | undefined;
  /** The last entry of the account's audit log before it was read: what ended later may be missing in it. */
  readonly seq: number;
  /** SHA-256 over the content, in hex. */
  readonly hash?: string | undefined;
  readonly form: number;
  /**
   * The resources, by id, of which nothing could be concluded yet: they are as they were in an older snapshot, of which this is the time
   * and the last entry of the audit log.
   */
  readonly waiting?: Readonly<Record<string, SnapshotTime>> | undefined;
  /** Servers, by id, that the first snapshot couldn’t see into, and none since: what they have isn’t new once it is seen. */
  readonly unseen?: readonly string[] | undefined;
  /** Since when it can't be read, when that was tried last, and why, as a sentence. */
  readonly failure?: { readonly since: Instant; readonly at: Instant; readonly why: string } | undefined;
}

/** When a kind was looked at last; 0 if it never was. */
const lookedAt = ({ takenAt = 0, failure }: Pick<SnapshotHead, 'takenAt' | 'failure'>): Instant =>
  Math.max(takenAt, failure?.at ?? 0);

/** Which of these kinds nobody has looked at since `before`. */
export const dueKinds = (
  heads: readonly SnapshotHead[],
  before: Instant,
  kinds: readonly WatchedKind[] = watchedKinds,
): readonly WatchedKind[] =>
  kinds.filter((kind) => {
    const head = heads.find((known) => known.kind === kind);
    return !head || lookedAt(head) <= before;
  });

import type { Instant } from '../core/clock.ts';
import type { SnapshotSubject } from '../operation/snapshot.ts';
import type {
  Reading,
  SnapshotHead,
  UnreadResource,
  Watched,
  WatchedKind,
  WatchedResources,
} from './watched-state.ts';

/** A Skydesk change that a finding names. */
export interface OwnChange {
  /** The id of the change. */
  readonly change: string;
  /** "#1017"; undefined for a change that ran at once. */
  readonly name?: string | undefined;
  /** Slack user id. */
  readonly requester: string;
  /** Whether it is an end or a rollback of that person's request. */
  readonly isEnd?: boolean | undefined;
}

/**
 * The origin of a difference.
 * - `skydesk`: the state is what these changes left.
 * - `outside`: not a Skydesk change. If Skydesk made a change before, the difference is to what that left.
 * - `both`: these changes left another state, though it isn't known exactly, so somebody else also changed the resource.
 * - `unclear`: these changes were made there, and the state that they left is unknown.
 */
export type MadeBy =
  | { readonly kind: 'outside' }
  | { readonly kind: 'skydesk' | 'both' | 'unclear'; readonly changes: readonly OwnChange[] };

/** A difference between two snapshots of a resource. JSON. */
export interface Finding {
  readonly subject: SnapshotSubject & { readonly kind: WatchedKind };
  /** The state before and after; undefined if it didn't exist. */
  readonly before?: Pick<Watched, 'content' | 'label'> | undefined;
  readonly after?: Pick<Watched, 'content' | 'label'> | undefined;
  readonly by: MadeBy;
  /** The traffic that was opened outside Skydesk, or may have been, in sentences. */
  readonly opens?: string | undefined;
}

/** The findings of one watch of one kind. JSON. */
export interface FindingSet {
  readonly id: string;
  readonly account: string;
  readonly kind: WatchedKind;
  /** Times of the compared snapshots. */
  readonly from: Instant;
  readonly to: Instant;
  readonly findings: readonly Finding[];
  /** Number of further findings that are not stored, and how many of those opened traffic. */
  readonly dropped?: number | undefined;
  readonly droppedOpenings?: number | undefined;
}

/** Returns whether somebody else than Skydesk made the change, or may have. */
export const isOutside = ({ by }: Pick<Finding, 'by'>): boolean => by.kind !== 'skydesk';

/** A person's acceptance of a finding, with time and reason. JSON. */
export interface Adoption {
  /** Slack user id. */
  readonly person: string;
  readonly at: Instant;
  readonly reason: string;
}

/** A reference to a message in Slack. JSON. */
interface MessageInSlack {
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly ts: string;
}

/** A message that was posted. JSON. */
export interface Posted {
  readonly message: MessageInSlack;
  /** SHA-256 of its content, in hex. */
  readonly rendered: string;
  /** Whether it was posted again, in place of one that was deleted or can't be edited. That is done once. */
  readonly isAgain?: boolean | undefined;
}

/** A message that notified a channel of access opened outside. JSON. */
export interface OpenedCard {
  /** Time of the post. */
  readonly at: Instant;
  /** The ids of the finding sets that it shows. */
  readonly shown: readonly string[];
  readonly posted: Posted;
}

/** The last completed digest, posted or empty. JSON. */
export interface Digest {
  /** In the time zone of the policy: "2026-11-27". */
  readonly day: string;
  /** The period of its findings. */
  readonly from: Instant;
  readonly until: number;
  /** With the ids (`findingId`) of the findings that it lists. Undefined if there were none. */
  readonly posted?: (Posted & { readonly named: readonly string[] }) | undefined;
}

/** The messages about an account. JSON. */
export interface WatchMessages {
  /** Incremented by each write. */
  readonly version: number;
  /** The cards about openings that are still updated, oldest first. */
  readonly cards?: readonly OpenedCard[] | undefined;
  /** The ids of the finding sets that recent cards have shown. */
  readonly postedSets?: readonly string[] | undefined;
  readonly digest?: Digest | undefined;
}

/** What one job has read of a kind whose reading takes several. JSON. */
export interface ReadPart {
  readonly resources: readonly Watched[];
  readonly unread: readonly UnreadResource[];
}

/** Everything that a watch stores of one kind, in one write. */
export interface SnapshotWrite {
  /** Its version is that of the head that was read, plus one. */
  readonly head: SnapshotHead;
  /** Undefined if unchanged. */
  readonly resources?: WatchedResources | undefined;
  readonly found?: FindingSet | undefined;
  /** The last part of the head's `reading`. */
  readonly part?: ReadPart | undefined;
}

/** What reads the snapshots of the watched accounts, and their findings. It writes nothing. */
export interface ReadWatches {
  heads(account: string): Promise<readonly SnapshotHead[]>;
  /** Resolves to the content of the snapshot with this head; undefined if a newer one is stored. */
  resources(account: string, head: SnapshotHead): Promise<WatchedResources | undefined>;
  /** Resolves to the findings since a time, oldest first. */
  findings(account: string, since: Instant): Promise<readonly FindingSet[]>;
  /** Resolves to the adoptions by finding id (`findingId`). */
  adoptions(account: string): Promise<ReadonlyMap<string, Adoption>>;
  /** Resolves to the messages about an account. */
  messages(account: string): Promise<WatchMessages | undefined>;
}

/** The snapshots of the watched accounts, and their findings. */
export interface Watches extends ReadWatches {
  /** Resolves to the stored parts of a reading, in their order. */
  parts(account: string, kind: WatchedKind, reading: Reading): Promise<readonly ReadPart[]>;
  /**
   * Stores the results of a watch. Resolves to false if another watch has stored its own since the head was read. Rejects with
   * a `SnapshotTooLarge` if they exceed an item of the table.
   */
  save(account: string, write: SnapshotWrite): Promise<boolean>;
  /** Stores the adoption of a finding, unless it is adopted already. Resolves to the stored adoption. */
  adopt(account: string, finding: string, adoption: Adoption): Promise<Adoption>;
  /** Stores the messages. Resolves to false if another worker has stored others in the meantime. */
  saveMessages(account: string, messages: WatchMessages): Promise<boolean>;
}

/** A snapshot exceeds an item of the table. */
export class SnapshotTooLarge extends Error {
  override readonly name = 'SnapshotTooLarge';
}

import type { Instant } from '../core/clock.ts';
import type { SnapshotSubject } from '../operation/snapshot.ts';
import type { SnapshotHead, Watched, WatchedKind, WatchedResources } from './watched-state.ts';

/** A change of Skydesk that a finding names. */
export interface OwnChange {
  /** The id of the change. */
  readonly change: string;
  /** "#1017"; undefined for one that ran at once. */
  readonly name?: string | undefined;
  /** Slack user id. */
  readonly requester: string;
  /** Whether it undid by itself what that person had requested. */
  readonly isEnd?: boolean | undefined;
}

/**
 * Who made a difference. `skydesk`: the state found is the one that these changes left. `outside`: no change
 * of Skydesk; where one was made before, the difference is to what that left. `both`: what these changes left
 * isn’t known, but it wasn’t this, so it was changed outside, too. `unclear`: these changes were made there,
 * and nothing is known of what they left.
 */
export type MadeBy =
  | { readonly kind: 'outside' }
  | { readonly kind: 'skydesk' | 'both' | 'unclear'; readonly changes: readonly OwnChange[] };

/** A difference between two snapshots of a resource. JSON. */
export interface Finding {
  readonly subject: SnapshotSubject & { readonly kind: WatchedKind };
  /** The state before and after; undefined where it wasn’t there. */
  readonly before?: Pick<Watched, 'content' | 'label'> | undefined;
  readonly after?: Pick<Watched, 'content' | 'label'> | undefined;
  readonly by: MadeBy;
  /** The traffic that was opened outside Skydesk, or may have been, in sentences. */
  readonly opens?: string | undefined;
}

/** What one watch found of one kind. JSON. */
export interface FindingSet {
  readonly id: string;
  readonly account: string;
  readonly kind: WatchedKind;
  /** When the snapshots were taken that differ. */
  readonly from: Instant;
  readonly to: Instant;
  readonly findings: readonly Finding[];
  /** How many more there were than are kept. */
  readonly dropped?: number | undefined;
}

/** Whether somebody or something besides Skydesk made it, or may have. */
export const isOutside = ({ by }: Pick<Finding, 'by'>): boolean => by.kind !== 'skydesk';

/** Who takes a finding as it is, since when, and why. JSON. */
export interface Adoption {
  /** Slack user id. */
  readonly person: string;
  readonly at: Instant;
  readonly reason: string;
}

/** A message in Slack, where it can be edited. JSON. */
interface MessageInSlack {
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly ts: string;
}

/** A message that was posted. JSON. */
export interface Posted {
  readonly message: MessageInSlack;
  /** SHA-256 over what it shows, in hex. */
  readonly rendered: string;
}

/** A message that told a channel what was opened outside. JSON. */
export interface OpenedCard {
  /** When it was posted. */
  readonly at: Instant;
  /** The ids of the finding sets that it shows. */
  readonly shown: readonly string[];
  readonly posted: Posted;
}

/** The digest that is over last: it was told, or there was nothing to tell. JSON. */
export interface Digest {
  /** In the time zone of the policy: "2026-11-27". */
  readonly day: string;
  /** It has what was found from then until then. */
  readonly from: Instant;
  readonly until: number;
  /** With the ids of the findings that it names (`findingId`). Undefined if there was nothing to tell. */
  readonly posted?: (Posted & { readonly named: readonly string[] }) | undefined;
}

/** What the channel was told of an account. JSON. */
export interface WatchMessages {
  /** Raised by each write. */
  readonly version: number;
  /** The cards about openings that are kept up to date, oldest first. */
  readonly cards?: readonly OpenedCard[] | undefined;
  /** The ids of the finding sets that cards told lately. */
  readonly postedSets?: readonly string[] | undefined;
  readonly digest?: Digest | undefined;
}

/** What a watch stores of one kind, in one write. */
export interface SnapshotWrite {
  /** The version is that of the head that was read, plus one. */
  readonly head: SnapshotHead;
  /** Undefined if it is as it was. */
  readonly resources?: WatchedResources | undefined;
  readonly found?: FindingSet | undefined;
}

/** The snapshots of the watched accounts, and what was found. */
export interface Watches {
  heads(account: string): Promise<readonly SnapshotHead[]>;
  /** The content of the snapshot with this head; undefined if another one is stored by now. */
  resources(account: string, head: SnapshotHead): Promise<WatchedResources | undefined>;
  /**
   * Stores what a watch read, unless another watch has since the head was read: resolves to whether it was stored. Rejects with a
   * `SnapshotTooLarge` for more than an item of the table can hold.
   */
  save(account: string, write: SnapshotWrite): Promise<boolean>;
  /** What was found since a time; oldest first. */
  findings(account: string, since: Instant): Promise<readonly FindingSet[]>;
  /** Who has adopted what was found, by the ids of findings (`findingId`). */
  adoptions(account: string): Promise<ReadonlyMap<string, Adoption>>;
  /** Notes who adopts a finding, unless somebody has. Resolves to who has adopted it then. */
  adopt(account: string, finding: string, adoption: Adoption): Promise<Adoption>;
  /** What the channel was told. */
  messages(account: string): Promise<WatchMessages | undefined>;
  /** Stores it, unless another worker has since: resolves to whether it was stored. */
  saveMessages(account: string, messages: WatchMessages): Promise<boolean>;
}

/** A snapshot has more than an item of the table can hold. */
export class SnapshotTooLarge extends Error {
  override readonly name = 'SnapshotTooLarge';
}

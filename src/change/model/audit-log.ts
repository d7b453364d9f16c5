import type { Instant } from '../../core/clock.ts';
import type { Cause } from './ending.ts';

/**
 * What can happen to a request for a change. `previewed`: a person saw what they asked for, and perhaps never confirmed it. `called`: an
 * agent asked for something, also if it only reads.
 */
export const auditEvents = [
  'previewed',
  'requested',
  'confirmed',
  'refused',
  'approved',
  'rejected',
  'withdrawn',
  'superseded',
  'expired',
  'suggested',
  'declined',
  'started',
  'applied',
  'failed',
  'unknown',
  'ended',
  'called',
] as const;

export type AuditEvent = (typeof auditEvents)[number];

/** The events that log how steps ended. */
export const endEvents = {
  done: 'applied',
  failed: 'failed',
  unknown: 'unknown',
  skipped: 'failed',
} as const;

/** The event that logs how a step of a change ended. */
export const endEventOf = (cause: Cause, kind: keyof typeof endEvents): AuditEvent =>
  cause !== 'person' && kind === 'done' ? 'ended' : endEvents[kind];

/** One entry of the audit log: who did what, on which resource, and how it ended. JSON, never a secret. */
export interface AuditEntry {
  /** Alias of the account it is about. */
  readonly account: string;
  readonly at: Instant;
  readonly event: AuditEvent;
  /** Slack user id of the person who caused this event. */
  readonly person: string;
  /** The operation's id: `alert.create`. */
  readonly operation: string;
  /** The change as a clause after "will", as it was shown. */
  readonly title: string;
  /** The resources that it changes, as `kind/id`. */
  readonly targets: readonly string[];
  /** Id of the request, shared by all its entries. */
  readonly request: string;
  /** The cloud API's id of the job that the change started. */
  readonly job?: string | undefined;
  /** A comment or reason. */
  readonly note?: string | undefined;
  /**
   * Through what the person asked, if that was not Slack itself: "Slackbot". All entries about the change have it, but those
   * of decisions that people made in Slack.
   */
  readonly through?: string | undefined;
  /** What it proves, as SHA-256 in hex: what was confirmed or approved (`agreedDigest`), or what undoes what was applied (`undoDigest`). */
  readonly digest?: string | undefined;
}

/** An entry with its position in the account's hash chain. */
export interface StoredEntry extends AuditEntry {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** SHA-256, in hex, of the entry, `seq` and `previous`. */
  readonly hash: string;
  /** Hash of the preceding entry; zeros for the first one. */
  readonly previous: string;
}

/** Query for entries of one account. */
export interface AuditQuery {
  readonly account: string;
  readonly person?: string | undefined;
  /** Part of an id that the operation has or had (`firewall`, `alert create`), or of a target. */
  readonly about?: string | undefined;
  /** Lower bound for `at`. */
  readonly since?: Instant | undefined;
  /** Exclusive upper bound for `seq`. */
  readonly before?: number | undefined;
  /** Upper bound for the number of entries. */
  readonly limit: number;
}

/** A page of entries, newest first. `older` is the `before` of the next page; undefined on the last page. */
export interface AuditPage {
  readonly entries: readonly StoredEntry[];
  readonly older?: number | undefined;
}

/** A hash, or the start of one, that was saved earlier and must be in the chain. */
export interface Checkpoint {
  readonly hash: string;
  /** The number of its entry, if only that one and what follows it is to be read. */
  readonly from?: number | undefined;
}

/**
 * Result of verifying a chain. An intact chain proves that no entry before the last was changed, removed or inserted
 * unless every later entry was rewritten too. Truncation and a full rewrite are detected by a checkpoint only,
 * and only for the entries up to it.
 */
export interface Verification {
  /** Number of entries that were verified: all, or those from that of the checkpoint on. */
  readonly entries: number;
  /** The last verified entry. Its hash covers all entries before it, so it can serve as a checkpoint. */
  readonly last?: { readonly seq: number; readonly hash: string } | undefined;
  /** `seq` of the entry that has the hash of the checkpoint. */
  readonly checkpoint?: number | undefined;
  /** The first entry that failed verification, and why, as a clause about it. */
  readonly failure?: { readonly seq: number; readonly why: string } | undefined;
}

/** The audit log: all changes, one hash chain per account. Entries are appended, never changed or removed. */
export interface AuditLog {
  /**
   * Appends an entry exactly once. `job` is the id of the job that caused it: a second call with the same request, event,
   * person and job does nothing, so a redelivered job does not log twice. Resolves to whether the entry is that of this `holder`,
   * which names one run of the job.
   */
  append(entry: AuditEntry, job: string, holder?: string): Promise<boolean>;
  /**
   * Slack user ids of all people who caused this event of a request, without duplicates: of those whose entry has `digest`, and by
   * this job, if they are given. Available for longer than anything waits that rests on it.
   */
  causedBy(
    event: AuditEvent,
    request: Pick<AuditEntry, 'account' | 'request'>,
    by?: { readonly digest?: string; readonly job?: string },
  ): Promise<readonly string[]>;
  read(wanted: AuditQuery): Promise<AuditPage>;
  /** Verifies the whole chain, or what follows a checkpoint. */
  verify(account: string, checkpoint?: Checkpoint): Promise<Verification>;
}

/** Whether an entry matches a query, apart from its account and position. */
export function matches(
  entry: AuditEntry,
  { person, about, since }: Omit<AuditQuery, 'account' | 'limit'>,
): boolean {
  if (person !== undefined && entry.person !== person) return false;
  if (since !== undefined && entry.at < since) return false;
  const text = about?.trim().toLowerCase();
  if (!text) return true;
  return (
    entry.operation.includes(text.replace(/\s+/g, '.')) ||
    entry.targets.some((target) => target.toLowerCase().includes(text))
  );
}

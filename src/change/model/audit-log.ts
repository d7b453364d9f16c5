import type { Instant } from '../../core/clock.ts';
import type { Cause } from './reversal-facts.ts';

/**
 * Events in the life of a request. `previewed`: a person saw a preview, which they may not have confirmed. `break-glass`: its requester
 * approved it alone. `over`: an end had nothing left to do. `called`: an agent made a call, even if it only reads.
 */
export const auditEvents = [
  'previewed',
  'requested',
  'confirmed',
  'refused',
  'approved',
  'break-glass',
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
  'over',
  'called',
] as const;

export type AuditEvent = (typeof auditEvents)[number];

/** The events that log the outcomes of steps. */
export const outcomeEvents = {
  done: 'applied',
  failed: 'failed',
  unknown: 'unknown',
  skipped: 'failed',
  over: 'over',
} as const;

/** The events that log the end of steps that were not executed. */
export const closingEvents: readonly AuditEvent[] = [
  'refused',
  'rejected',
  'withdrawn',
  'superseded',
  'expired',
  'failed',
  'unknown',
];

/** Returns the event that logs the outcome of a step. */
export const outcomeEventOf = (cause: Cause, kind: keyof typeof outcomeEvents): AuditEvent =>
  cause !== 'person' && kind === 'done' ? 'ended' : outcomeEvents[kind];

/** One entry of the audit log: a person, a resource, an event and its result. JSON, never a secret. */
export interface AuditEntry {
  /** Alias of the account. */
  readonly account: string;
  readonly at: Instant;
  readonly event: AuditEvent;
  /** Slack user id of the person who caused this event. */
  readonly person: string;
  /** The operation's id: `alert.create`. */
  readonly operation: string;
  /** The change as a clause after "will", as it was shown. */
  readonly title: string;
  /** The resources that the change affects, as `kind/id`. */
  readonly targets: readonly string[];
  /** Id of the request, shared by all its entries. */
  readonly request: string;
  /** The cloud API's id of the job that the change started. */
  readonly job?: string | undefined;
  /** A comment or reason. */
  readonly note?: string | undefined;
  /** The client of the request, if not Slack itself: "Slackbot". Not set on entries about decisions made in Slack. */
  readonly through?: string | undefined;
  /**
   * SHA-256, in hex, of the content that it proves: of what was requested, confirmed or approved (`agreedDigest`), or of the Undo of an
   * applied step (`undoDigest`).
   */
  readonly digest?: string | undefined;
  /** SHA-256, in hex, of the policy by which it was requested, confirmed, approved or started (`policyHash`). */
  readonly policy?: string | undefined;
}

/** What a write stands for: an entry, and the id of what causes it. It is logged once for both, so a redelivered job does not log it twice. */
export interface Fact {
  readonly entry: AuditEntry;
  readonly job: string;
}

/** An entry that is logged once under `cause`, if several jobs can cause it; without it, under the id of its job. */
export interface CausedEntry extends AuditEntry {
  readonly cause?: string;
  /** Whether the write of the change has logged it. */
  readonly isLogged?: boolean;
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
  /** Part of a present or former operation id (`firewall`, `alert create`) or of a target, or an event (`break-glass`). */
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
  /** `seq` of its entry, to read only that entry and its successors. */
  readonly from?: number | undefined;
}

/**
 * Result of verifying a chain. An intact chain proves that no entry before the last was changed, removed or inserted
 * unless every later entry was rewritten too. Truncation and a full rewrite are detected by a checkpoint only,
 * and only for the entries up to it.
 */
export interface Verification {
  /** Number of verified entries: all of them, or those from the checkpoint on. */
  readonly entries: number;
  /** The last verified entry. Its hash covers all entries before it, so it can serve as a checkpoint. */
  readonly last?: { readonly seq: number; readonly hash: string } | undefined;
  /** `seq` of the entry with the checkpoint's hash. */
  readonly checkpoint?: number | undefined;
  /** The first entry that failed verification, and the reason as a clause about it. */
  readonly failure?: { readonly seq: number; readonly why: string } | undefined;
}

/** The audit log: all changes, one hash chain per account. Entries are appended, never changed or removed. */
export interface AuditLog {
  /**
   * Appends an entry exactly once. `job` is the id of the job that caused it: another call with the same request, event, person
   * and job does nothing, so a redelivered job does not log twice. Resolves to true if the stored entry is that of this
   * `holder`, which identifies one run of the job.
   */
  append(entry: AuditEntry, job: string, holder?: string): Promise<boolean>;
  /**
   * Resolves to the Slack user ids of all people who caused this event of a request, without duplicates. `digest` and `job`
   * restrict the entries. Entries stay available for longer than any change that depends on them can wait.
   */
  causedBy(
    event: AuditEvent,
    request: Pick<AuditEntry, 'account' | 'request'>,
    by?: { readonly digest?: string; readonly job?: string },
  ): Promise<readonly string[]>;
  read(wanted: AuditQuery): Promise<AuditPage>;
  /** Verifies the whole chain, or the part from a checkpoint on. */
  verify(account: string, checkpoint?: Checkpoint): Promise<Verification>;
}

/** Returns whether an entry matches a query, apart from its account and position. */
export function matches(
  entry: AuditEntry,
  { person, about, since }: Omit<AuditQuery, 'account' | 'limit'>,
): boolean {
  if (person !== undefined && entry.person !== person) return false;
  if (since !== undefined && entry.at < since) return false;
  const text = about?.trim().toLowerCase();
  if (!text) return true;
  return (
    entry.event === text ||
    entry.operation.includes(text.replace(/\s+/g, '.')) ||
    entry.targets.some((target) => target.toLowerCase().includes(text))
  );
}

/** What can happen to a request for a change. */
export const events = [
  'asked',
  'refused',
  'approved',
  'rejected',
  'withdrawn',
  'expired',
  'proposed',
  'started',
  'done',
  'failed',
  'unknown',
] as const;

export type Event = (typeof events)[number];

/** One line of the record: who, what, on what, and how it went. JSON, and never a secret. */
export interface Entry {
  /** Alias of the account it is about. */
  readonly account: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly event: Event;
  /** Slack user id of whoever caused this event. */
  readonly person: string;
  /** The operation's id: `alert.create`. */
  readonly operation: string;
  /** The change as a clause after "will", as it was shown. */
  readonly says: string;
  /** What it changes, as `kind/id`. */
  readonly targets: readonly string[];
  /** The same for all entries of one request. */
  readonly request: string;
  /** The service's own id of the job that it started. */
  readonly job?: string | undefined;
  /** Why: a comment, a reason. */
  readonly note?: string | undefined;
}

/** An entry in its place in the account's chain. */
export interface Kept extends Entry {
  /** 1, 2, 3 … without gaps. */
  readonly seq: number;
  /** SHA-256, in hex, over the entry, its place and `previous`. */
  readonly hash: string;
  /** The hash of the entry before; zeros for the first. */
  readonly previous: string;
}

/** Which entries of an account to read. */
export interface Wanted {
  readonly account: string;
  readonly person?: string | undefined;
  /** Part of the operation's id (`firewall`, `alert create`) or of a target. */
  readonly about?: string | undefined;
  /** Not older than this, in milliseconds since 1970. */
  readonly since?: number | undefined;
  /** Only entries whose `seq` is below this. */
  readonly before?: number | undefined;
  /** At most this many entries. */
  readonly limit: number;
}

/** Entries, newest first. `older` is the next page's `before`; without it there are no more. */
export interface Page {
  readonly entries: readonly Kept[];
  readonly older?: number | undefined;
}

/**
 * What a walk along the whole chain found. A chain that holds shows that no entry before its last was changed, removed
 * or put in by somebody who did not compute all entries behind it again. That its end was not cut off, and that it was
 * not computed again from some entry on, is shown by `noted` alone, and only for the entries up to there.
 */
export interface Verified {
  /** How many entries hold. */
  readonly entries: number;
  /** The last entry that holds; its hash stands for all before it. */
  readonly last?: { readonly seq: number; readonly hash: string } | undefined;
  /** The place of the entry that has the noted hash. */
  readonly noted?: number | undefined;
  /** The first place where the chain does not hold. */
  readonly broken?: { readonly seq: number; readonly why: string } | undefined;
}

/** The record of all changes, one chain an account. Entries are added, never changed or removed. */
export interface Ledger {
  /**
   * Writes the entry once: `job` is the one that brought it about, and the same event of the same person by the same job
   * again changes nothing. What somebody does twice is there twice.
   */
  append(entry: Entry, job: string): Promise<void>;
  /** Who caused this event of a request, each once: Slack user ids. Known for 15 days, which no request waits. */
  causedBy(event: Event, request: Pick<Entry, 'account' | 'request'>): Promise<readonly string[]>;
  read(wanted: Wanted): Promise<Page>;
  /** Walks the whole chain; `noted` is a hash that somebody wrote down earlier and that has to be in it. */
  verify(account: string, noted?: string): Promise<Verified>;
}

/** Whether an entry is one of those wanted, wherever it stands. */
export function concerns(entry: Entry, { person, about, since }: Omit<Wanted, 'account' | 'limit'>): boolean {
  if (person !== undefined && entry.person !== person) return false;
  if (since !== undefined && entry.at < since) return false;
  const text = about?.trim().toLowerCase();
  if (!text) return true;
  return (
    entry.operation.includes(text.replace(/\s+/g, '.')) ||
    entry.targets.some((target) => target.toLowerCase().includes(text))
  );
}

import type { Instant } from '../../core/clock.ts';
import type { Fact } from './audit-log.ts';
import type { Change } from './change.ts';
import type { OpenRow } from './open-row.ts';
import type { Hold, Resource } from './resource.ts';
import type { Cause } from './reversal-facts.ts';

/** What reads the stored changes. It writes nothing. */
export interface ReadChanges {
  get(id: string): Promise<Change | undefined>;
  /** Resolves to the id of the request with this number; undefined if there is none. */
  idOf(number: number): Promise<string | undefined>;
  /** Resolves to the record of a resource. */
  resource(id: string): Promise<Resource>;
  /** Lists what stands open in an account or, with `resource`, only on that one. Reads no change. */
  openRows(account: string, resource?: string): Promise<readonly OpenRow[]>;
  /**
   * Lists the requests that are open, approved or running, or that have notifications or message updates left, soonest to
   * expire first. Reads no whole request, so it is fast for any number of them. With `until`, reads only those that wake by
   * then.
   */
  waiting(until?: Instant): Promise<readonly ChangeRef[]>;
}

/** The store of changes. */
export interface Changes extends ReadChanges {
  /**
   * Stores a previewed change until its requester decides, in place of an earlier one with its id. Resolves to false, and does nothing,
   * if they have decided on that.
   */
  preview(change: Change): Promise<boolean>;
  /** Resolves to a previewed change, with any decision on it; undefined if there is none. */
  previewed(id: string): Promise<Change | undefined>;
  /** Applies a click to a previewed change (`click.ts`), on condition that nobody wrote in between: of several clicks, one counts. */
  decide(id: string, click: (preview: Change) => Clicked): Promise<Clicked>;
  /** Takes the next number for a new request. No two calls get the same number; a number can stay unused. */
  takeNumber(): Promise<number>;
  /**
   * Stores a new change, with what its step claims, and logs the facts in the same write. Does nothing if the id exists. Resolves to true
   * if this call stored it. Rejects with `ResourceChanged` if another step has claimed what it holds in the meantime.
   */
  put(change: Change, holds?: Hold, facts?: readonly Fact[]): Promise<boolean>;
  /**
   * Applies a transition: reads, computes, and writes on condition that nobody wrote in between; otherwise starts over.
   * Concurrent transitions see each other's results. `known`, the change that this store last returned or stored, saves the
   * first read. Rejects with `ResourceChanged` as `put` does.
   */
  change(id: string, transition: (change: Change) => Transition, known?: Change): Promise<Transition>;
  /**
   * Applies a transition to two requests in one transaction: both are written or neither. The narrower request, which replaces
   * the first, may not exist yet.
   */
  changeBoth(
    id: string,
    narrowerId: string,
    transition: (change: Change, narrower: Change | undefined) => TransitionOfBoth,
  ): Promise<TransitionOfBoth>;
  /** Resolves to the ids of the open requests of a person (`isOpenRequest`), at a cost that no others have a part in. */
  openOf(requester: string): Promise<readonly string[]>;
}

/** The summary of a change in the list. */
export interface ChangeRef extends Pick<Change, 'id' | 'number' | 'requester' | 'created' | 'expires'> {
  readonly cause: Cause;
  /** Aliases of the affected accounts. */
  readonly accounts: readonly string[];
  /** Time of the end, if the change is one. */
  readonly endsAt?: Instant | undefined;
  /** Whether it has ended, and only messages remain to be updated or sent. */
  readonly isOver: boolean;
  /** Time at which it needs processing. */
  readonly wakesAt: Instant;
  /** Time from which a request can proceed; undefined if only its messages need updates. */
  readonly waitsSince?: Instant | undefined;
  /** Time from which it counts as stuck. */
  readonly stuckAt?: Instant | undefined;
}

/** Returns whether people see a change as an open request: it has a number, which an immediate change lacks. */
export const isOpenRequest = ({ number, isOver }: Pick<ChangeRef, 'number' | 'isOver'>): boolean =>
  number !== undefined && !isOver;

/** What a click makes of a preview, or why it does not count. */
export type Clicked =
  /** `redelivered`: this job decided on it before; the change may have progressed since. */
  | { readonly change: Change; readonly redelivered?: true }
  | { readonly refused: 'unknown' | 'not yours' | 'confirmed before' | 'cancelled before' | 'nothing ticked' }
  /** It came too late, or was about an earlier preview with its id. */
  | { readonly refused: 'expired' | 'not seen'; readonly change: Change };

/**
 * The change after a transition, with what is stored in the same write: new changes, what its step claims, and the entries of the audit
 * log; or the refusal, as a sentence for the person who tried.
 */
export type Transition =
  | {
      readonly change: Change;
      readonly creates?: readonly Change[] | undefined;
      readonly holds?: Hold | undefined;
      readonly facts?: readonly Fact[] | undefined;
    }
  | { readonly refused: string };

export type TransitionOfBoth =
  | { readonly change: Change; readonly narrower: Change }
  | { readonly refused: string };

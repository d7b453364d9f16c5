import type { Instant } from '../../core/clock.ts';
import type { Assessment } from './basis.ts';
import type { Change } from './change.ts';
import type { Cause } from './ending.ts';
import type { Hold, Resource } from './resource.ts';

export interface Changes {
  /** Stores a previewed change until its requester decides. Does nothing if the id exists. */
  preview(change: Change): Promise<void>;
  /** A change that was previewed, whatever was decided on it; undefined if there is none. */
  previewed(id: string): Promise<Change | undefined>;
  /**
   * Confirms or cancels by one conditional write: the change must be previewed, not expired, and requested by `by`. Idempotent
   * for the same `job`.
   */
  decide(id: string, by: string, decision: Settling, job: string): Promise<DecisionResult>;
  /** Takes the next number for a new request. No two calls get the same one; a number can stay unused. */
  takeNumber(): Promise<number>;
  /** Stores what a request is evaluated against, before the request. Does nothing if that of this id is stored. */
  assess(request: Pick<Change, 'id' | 'expires'>, assessment: Assessment): Promise<void>;
  /** What a request was evaluated against; undefined if it is not stored whole. */
  assessmentOf(id: string): Promise<Assessment | undefined>;
  /**
   * Stores a new change. Does nothing if the id exists. Resolves to whether it was stored now. Rejects with `ResourceChanged` where
   * its step claims a resource that another step has claimed since.
   */
  put(change: Change, holds?: Hold): Promise<boolean>;
  get(id: string): Promise<Change | undefined>;
  /** The id of the request with this number; undefined if there is none. */
  idOf(number: number): Promise<string | undefined>;
  /**
   * Applies a transition: reads, computes, and writes on condition that nobody wrote in between, else starts over. Of
   * concurrent transitions each sees the result of those before it. `known`, as this store gave or took it last, is not read again.
   * Rejects with `ResourceChanged` as `put` does.
   */
  change(id: string, transition: (change: Change) => Transition, known?: Change): Promise<Transition>;
  /** Applies a transition to two requests in one transaction: both are written or neither. The narrower one, by which the first is replaced, may not exist. */
  changeBoth(
    id: string,
    narrowerId: string,
    transition: (change: Change, narrower: Change | undefined) => TransitionOfBoth,
  ): Promise<TransitionOfBoth>;
  /** What is stored of a resource, by its id. */
  resource(id: string): Promise<Resource>;
  /**
   * Lists the requests that are open, approved or running, or of which something is still to be told or shown; soonest to expire first.
   * Reads no whole request, so it is fast for any number of them. With `until` it reads only those that wake until then.
   */
  waiting(until?: Instant): Promise<readonly ChangeRef[]>;
}

/** What is known of a change without reading it whole. */
export interface ChangeRef extends Pick<Change, 'id' | 'number' | 'requester' | 'created' | 'expires'> {
  readonly cause: Cause;
  /** The aliases of the accounts that it affects. */
  readonly accounts: readonly string[];
  /** When what it ends is over; undefined for anything but an end. */
  readonly endsAt?: Instant | undefined;
  /** Whether it has ended, and has only messages that are to be brought up to date, or an end that is to be told. */
  readonly isOver: boolean;
  /** When something has to be done about it. */
  readonly wakesAt: Instant;
  /** Since when a request can go on; undefined if only its messages are to be brought up to date. */
  readonly waitsSince?: Instant | undefined;
  /** When it is stuck: it was to go on some time before. */
  readonly stuckAt?: Instant | undefined;
}

/** Whether people know a change as a request that waits: by its number, which a change that runs at once has not. */
export const isOpenRequest = ({ number, isOver }: Pick<ChangeRef, 'number' | 'isOver'>): boolean =>
  number !== undefined && !isOver;

/** What a requester decides on a preview. */
export type Settling = 'confirm' | 'cancel';

export type DecisionResult =
  /** `redelivered`: decided before by this same job, which may have gone further. */
  | { readonly change: Change; readonly redelivered?: true }
  | { readonly refused: 'unknown' | 'not yours' | 'confirmed before' | 'cancelled before' }
  /** It was not decided on in time. */
  | { readonly refused: 'expired'; readonly change: Change };

/**
 * The change after a transition, with new ones that are stored in the same write, and the resource that its step claims; or why the
 * transition is refused, as a sentence for the person who tried.
 */
export type Transition =
  | {
      readonly change: Change;
      readonly creates?: readonly Change[] | undefined;
      readonly holds?: Hold | undefined;
    }
  | { readonly refused: string };

export type TransitionOfBoth =
  | { readonly change: Change; readonly narrower: Change }
  | { readonly refused: string };

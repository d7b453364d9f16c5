import type { Instant, Millis } from '../../core/clock.ts';
import type { NetworkChange } from '../../network/network-change.ts';

/** An opening of the network that is about to be sent to the cloud API, or was. JSON. */
export interface Opening {
  /** The id of the step that made it (`stepId`). */
  readonly step: string;
  /** Slack user id. */
  readonly requester: string;
  /** Alias of the account that was changed. */
  readonly account: string;
  /** With the content of the rule that it names. */
  readonly networkChange: NetworkChange;
  /** When it was stored. */
  readonly at: Instant;
  /** Since when it is open: before `at` for an extension. */
  readonly openSince: Instant;
  /** When it ends; undefined if it stays. */
  readonly endsAt?: Instant | undefined;
}

/** What each person opened lately, so that a large opening can't pass as several small ones. */
export interface Openings {
  /** Stores an opening. Safe to repeat. */
  put(opening: Opening): Promise<void>;
  /** Removes an opening that was not sent. Safe to repeat. */
  remove(opening: Opening): Promise<void>;
  /** The openings of a person that were stored since a time, or end after it: all that were stored before it was called. */
  since(requester: string, at: Instant): Promise<readonly Opening[]>;
}

/** For this long an opening is judged together with others to the same end. */
export const evaluatedTogetherFor: Millis = 60 * 60_000;

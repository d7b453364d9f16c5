import { hour, type Instant, type Millis } from '../../core/clock.ts';
import type { NetworkChange } from '../../network/network-change.ts';

/** A change that opens network access, stored before it is sent to the cloud API. JSON. */
export interface Opening {
  /** The id (`stepId`) of the step that made it. */
  readonly step: string;
  /** Slack user id. */
  readonly requester: string;
  /** Alias of the changed account. */
  readonly account: string;
  /** With the content of the rule that it refers to. */
  readonly networkChange: NetworkChange;
  /** Time at which it was stored. */
  readonly at: Instant;
  /** Time since which it is open; before `at` for an extension. */
  readonly openSince: Instant;
  /** Time of its end; undefined if it is permanent. */
  readonly endsAt?: Instant | undefined;
  /** For an extension: the id of the end that it moved, which closes what it keeps open. */
  readonly end?: string | undefined;
}

/** The recent openings of each person, so that a large opening can't pass as several small ones. */
export interface Openings {
  /** Stores an opening. Safe to repeat. */
  put(opening: Opening): Promise<void>;
  /** Removes an opening that was not sent. Safe to repeat. */
  remove(opening: Opening): Promise<void>;
  /** Resolves to a person's openings, stored before the call, also those that should have ended and may be open still. */
  of(requester: string): Promise<readonly Opening[]>;
}

/** A person's openings to one place within this time are evaluated together. */
export const evaluatedTogetherFor: Millis = hour;

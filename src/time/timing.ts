import { day, type Instant, type Millis, minute } from '../core/clock.ts';

/** When a step ends by itself: some time after it was applied, or at a time. JSON. */
export type Ends = { readonly after: Millis } | { readonly at: Instant };

/** When a step starts and ends. JSON. */
export interface Timing {
  /** Earliest start. If undefined: as soon as the change is confirmed or approved. */
  readonly startsAt?: Instant | undefined;
  /** When the step is undone. If undefined: never. */
  readonly ends?: Ends | undefined;
}

/** Returns how long a step stays in effect; undefined if it does not end by itself. */
export function durationOf({ startsAt = 0, ends }: Timing, now: Instant): Millis | undefined {
  if (!ends) return undefined;
  return 'after' in ends ? ends.after : Math.max(0, ends.at - Math.max(startsAt, now));
}
/** Returns the start of a step that is confirmed or approved at `now`. */
export const startTime = (timing: Timing | undefined, now: Instant): Instant =>
  Math.max(timing?.startsAt ?? now, now);

/** A day as a person writes it, before their time zone is known. `weekday`: the next one, 0 for Sunday. JSON. */
export type DayWords =
  | { readonly date: string }
  | { readonly weekday: number }
  | { readonly daysAhead: number };

/**
 * A time as a person writes it, before their time zone is known. `at`: a time with its zone. `minutes`: since midnight, on
 * `day` or else at the next occurrence. JSON.
 */
export type TimeWords =
  | { readonly after: Millis }
  | { readonly at: Instant }
  | { readonly minutes: number; readonly day?: DayWords | undefined };

/** The start and end of a change, as its requester wrote them. */
export interface TimingWords {
  readonly starts?: TimeWords | undefined;
  readonly ends?: TimeWords | undefined;
}

/** Bounds for how long a change stays in effect, and for how far ahead it may start. */
export const shortestSpan: Millis = 5 * minute;
export const longestSpan: Millis = 30 * day;

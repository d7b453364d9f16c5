import { day, type Instant, type Millis, minute } from '../core/clock.ts';

/** When a step ends by itself: a while after it was applied, or at a time. JSON. */
export type Ends = { readonly after: Millis } | { readonly at: Instant };

/** When a step starts and ends. JSON. */
export interface Timing {
  /** When it may start. If undefined: as soon as the change is confirmed or approved. */
  readonly startsAt?: Instant | undefined;
  /** When its inverse is applied. If undefined: never. */
  readonly ends?: Ends | undefined;
}

/** For how long a step stays once it is applied; undefined if it does not end by itself. */
export function durationOf({ startsAt = 0, ends }: Timing, now: Instant): Millis | undefined {
  if (!ends) return undefined;
  return 'after' in ends ? ends.after : Math.max(0, ends.at - Math.max(startsAt, now));
}
/** When a step would start that is confirmed or approved at `now`. */
export const startTime = (timing: Timing | undefined, now: Instant): Instant =>
  Math.max(timing?.startsAt ?? now, now);

/** A day as a person writes it, before their time zone is known. A weekday is the next one, from 0 for Sunday. JSON. */
export type DayWords =
  | { readonly date: string }
  | { readonly weekday: number }
  | { readonly daysAhead: number };

/**
 * A time as a person writes it, before their time zone is known. JSON. `at`: a time with its zone. `minutes`: since midnight, on `day`, or
 * else the next time that a clock shows it.
 */
export type TimeWords =
  | { readonly after: Millis }
  | { readonly at: Instant }
  | { readonly minutes: number; readonly day?: DayWords | undefined };

/** When a change starts and ends, as its requester wrote it. */
export interface TimingWords {
  readonly starts?: TimeWords | undefined;
  readonly ends?: TimeWords | undefined;
}

/** Bounds for how long a change stays before it ends, and how far ahead it may start. */
export const shortestSpan: Millis = 5 * minute;
export const longestSpan: Millis = 30 * day;

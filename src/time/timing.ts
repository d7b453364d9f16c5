/** When a step ends by itself: a while after it was applied, or at a time since 1970. Both in milliseconds. JSON. */
export type Ends = { readonly after: number } | { readonly at: number };

/** When a step starts and ends. JSON. */
export interface Timing {
  /** When it may start, in milliseconds since 1970. If undefined: as soon as the change is confirmed or approved. */
  readonly startsAt?: number | undefined;
  /** When its inverse is applied. If undefined: never. */
  readonly ends?: Ends | undefined;
}

/** For how long a step stays once it is applied, in milliseconds; undefined if it does not end by itself. `now` since 1970. */
export function lastsOf({ startsAt = 0, ends }: Timing, now: number): number | undefined {
  if (!ends) return undefined;
  return 'after' in ends ? ends.after : Math.max(0, ends.at - Math.max(startsAt, now));
}
/** When a step would start that is confirmed or approved at `now`. Both in milliseconds since 1970. */
export const startTime = (timing: Timing | undefined, now: number): number =>
  Math.max(timing?.startsAt ?? now, now);

/** A day as a person writes it, before their time zone is known. A weekday is the next one, from 0 for Sunday. JSON. */
export type DayWords =
  | { readonly date: string }
  | { readonly weekday: number }
  | { readonly daysAhead: number };

/**
 * A time as a person writes it, before their time zone is known. JSON. `after`: in milliseconds. `at`: since 1970, in
 * milliseconds, for a time with its zone. `minutes`: since midnight, on `day`, or else the next time that a clock shows it.
 */
export type TimeWords =
  | { readonly after: number }
  | { readonly at: number }
  | { readonly minutes: number; readonly day?: DayWords | undefined };

/** When a change starts and ends, as its requester wrote it. */
export interface TimingWords {
  readonly starts?: TimeWords | undefined;
  readonly ends?: TimeWords | undefined;
}

/** Bounds for how long a change stays before it ends, and how far ahead it may start, in milliseconds. */
export const shortestSpan = 5 * 60_000;
export const longestSpan = 30 * 24 * 60 * 60_000;

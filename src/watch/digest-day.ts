import { hour, type Instant, type Millis } from '../core/clock.ts';
import type { DigestTime } from '../policy/policy.ts';
import { instantOf, minutesOf, plusDays, wallTimeAt } from '../time/time-zone.ts';

/** A digest that is later than this is skipped; the next day's digest includes its findings. */
const postLateFor: Millis = 4 * hour;

/** A day with a digest. */
export interface DigestDay {
  /** In the time zone of the policy: "2026-11-27". */
  readonly day: string;
  /** Time at which it is due. */
  readonly at: Instant;
}

/** Returns the first day after `sent` whose digest isn't too late at `now`. It is due when its time comes. */
export function nextDigest(
  { at, timeZone }: DigestTime,
  sent: string | undefined,
  now: Instant,
): DigestDay | undefined {
  const { date } = wallTimeAt(timeZone, now);
  return [-1, 0, 1]
    .map((days) => plusDays(date, days))
    .map((day) => ({ day, at: instantOf(timeZone, { date: day, minutes: minutesOf(at) }) }))
    .find((next) => next.at + postLateFor > now && (sent === undefined || next.day > sent));
}

import type { Instant, Millis } from '../core/clock.ts';
import type { DigestTime } from '../policy/policy.ts';
import { instantOf, minutesOf, plusDays, wallTimeAt } from '../time/time-zone.ts';

/** A digest that is so late isn’t told any more: the one of the next day has what it would have said. */
const postLateFor: Millis = 4 * 60 * 60_000;

/** A day on which a digest is told. */
export interface DigestDay {
  /** In the time zone of the policy: "2026-11-27". */
  readonly day: string;
  /** When it is due. */
  readonly at: Instant;
}

/** The first day after `sent` whose digest isn’t too late at `now`. It is due once its time has come. */
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

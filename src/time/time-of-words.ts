import type { Instant } from '../core/clock.ts';
import { instantOf, plusDays, wallTimeAt, weekdayOf } from './time-zone.ts';
import type { TimeWords } from './timing.ts';

/** Returns whether the meaning of the words depends on the time zone. */
export const needsZone = (words: TimeWords | undefined): boolean => words !== undefined && 'minutes' in words;

/** Resolves words to a time. A time of day without a date is the next one after `after`; days are counted from `now`. */
export function timeOf(words: TimeWords, zone: string, now: Instant, after: Instant): Instant {
  if ('after' in words) return now + words.after;
  if ('at' in words) return words.at;
  const { minutes, day } = words;
  const on = (date: string): Instant => instantOf(zone, { date, minutes });
  const today = wallTimeAt(zone, now).date;
  if (day && 'date' in day) return on(day.date);
  if (day && 'daysAhead' in day) return on(plusDays(today, day.daysAhead));
  const first = wallTimeAt(zone, after).date;
  const daysAhead = day ? (day.weekday - weekdayOf(first) + 7) % 7 : 0;
  const next = on(plusDays(first, daysAhead));
  return next > after ? next : on(plusDays(first, daysAhead + (day ? 7 : 1)));
}

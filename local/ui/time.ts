import { dateFormat, formatDate } from '../text/date.ts';

const at = (ts: string): Date => new Date(Number(ts) * 1000);

const capital = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Formats a message's ts (seconds since 1970) in a person's time zone: `9:41 AM`. */
export const clockOf = (ts: string, tz: string): string =>
  dateFormat('en-US', tz, { hour: 'numeric', minute: '2-digit' }).format(at(ts));

/**
 * Formats a day: `Today`, `Yesterday`, `Saturday, November 21st`, with the year if it is another one. `now` is in milliseconds.
 */
export function dayOf(ts: string, tz: string, now: number): string {
  const day = formatted(ts, '{date_long_pretty}', tz, now);
  const year = dateFormat('en-US', tz, { year: 'numeric' }).format(now);
  return day.endsWith(`, ${year}`) ? day.slice(0, -year.length - 2) : day;
}

/** Formats a time for a tooltip: `Today at 9:41:07 AM`. `now` is in milliseconds. */
export const momentOf = (ts: string, tz: string, now: number): string =>
  formatted(ts, '{date_pretty} at {time_secs}', tz, now);

const formatted = (ts: string, format: string, zone: string, now: number): string =>
  capital(formatDate({ seconds: Number(ts), format, fallback: '' }, { zone, now }));

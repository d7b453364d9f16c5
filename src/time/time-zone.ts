import { day, type Instant, type Millis, minute } from '../core/clock.ts';

/** A time of day on a calendar: `date` as "2026-11-23", `minutes` since midnight, 0 to 1440. */
export interface WallTime {
  readonly date: string;
  readonly minutes: number;
}

/** Formats are slow to make, and few zones are used. */
const formats = new Map<string, Intl.DateTimeFormat>();

function formatFor(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const format = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    calendar: 'iso8601',
    numberingSystem: 'latn',
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, format);
  return format;
}

/** Whether this is the name of a time zone, as "Europe/Berlin" is. */
export function isTimeZone(zone: string): boolean {
  try {
    formatFor(zone);
    return true;
  } catch {
    return false;
  }
}

/** How far the clocks of a zone are ahead of UTC at a time. Rejects a zone that is none by throwing. */
function offsetAt(zone: string, at: Instant): Millis {
  const parts = Object.fromEntries(
    formatFor(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const { year = 0, month = 1, day: dayOfMonth = 1, hour = 0, minute: minutes = 0, second = 0 } = parts;
  const shown = Date.UTC(year, month - 1, dayOfMonth, hour, minutes, second);
  return shown - Math.floor(at / 1000) * 1000;
}

/** What calendar and clock of a zone show at a time. Seconds are cut off. */
export function wallTimeAt(zone: string, at: Instant): WallTime {
  const shown = at + offsetAt(zone, at);
  return {
    date: new Date(shown).toISOString().slice(0, 10),
    minutes: Math.floor((((shown % day) + day) % day) / minute),
  };
}

/**
 * When calendar and clock of a zone show this. A time that occurs twice, because clocks are set back, is the first of both. A time that is
 * skipped, because clocks are set forward, is as much later as they are set.
 */
export function instantOf(zone: string, { date, minutes }: WallTime): Instant {
  const shown = Date.parse(`${date}T00:00Z`) + minutes * minute;
  // Offsets change at most once within two days, so these are those before and after a change.
  const before = offsetAt(zone, shown - day);
  const after = offsetAt(zone, shown + day);
  const exact = [shown - before, shown - after].filter((at) => at + offsetAt(zone, at) === shown);
  return exact.length > 0 ? Math.min(...exact) : shown - before;
}

/** Minutes since midnight, for "16:00". */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** The date so many days later. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * day).toISOString().slice(0, 10);

/** The weekday of a date, from 0 for Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay();

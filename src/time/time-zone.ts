import { day, type Instant, type Millis, minute } from '../core/clock.ts';

/** A time of day on a calendar: `date` as "2026-11-23", `minutes` since midnight, 0 to 1440. */
export interface WallTime {
  readonly date: string;
  readonly minutes: number;
}

/** Formats are slow to create, and few zones are used. */
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

/** Returns whether this is the name of a time zone, such as "Europe/Berlin". */
export function isTimeZone(zone: string): boolean {
  try {
    formatFor(zone);
    return true;
  } catch {
    return false;
  }
}

/** Returns how far the clocks of a zone are ahead of UTC at a time. Throws for an unknown zone. */
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

/** Returns the date and time that a zone's clocks show at an instant, without seconds. */
export function wallTimeAt(zone: string, at: Instant): WallTime {
  const shown = at + offsetAt(zone, at);
  return {
    date: new Date(shown).toISOString().slice(0, 10),
    minutes: Math.floor((((shown % day) + day) % day) / minute),
  };
}

/**
 * Returns the instant at which a zone's clocks show this. For a time that occurs twice, because clocks are set back, returns
 * the first. A time that is skipped, because clocks are set forward, moves forward by the same amount.
 */
export function instantOf(zone: string, { date, minutes }: WallTime): Instant {
  const shown = Date.parse(`${date}T00:00Z`) + minutes * minute;
  // Offsets change at most once within two days, so these are the offsets before and after a change.
  const before = offsetAt(zone, shown - day);
  const after = offsetAt(zone, shown + day);
  const exact = [shown - before, shown - after].filter((at) => at + offsetAt(zone, at) === shown);
  return exact.length > 0 ? Math.min(...exact) : shown - before;
}

/** Returns the minutes since midnight for "16:00". */
export function minutesOf(clock: string): number {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * 60 + minutes;
}

/** Returns the date this many days later. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) + days * day).toISOString().slice(0, 10);

/** Returns the weekday of a date, 0 for Sunday. */
export const weekdayOf = (date: string): number => new Date(`${date}T00:00Z`).getUTCDay();

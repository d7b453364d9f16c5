import type { Instant } from '../core/clock.ts';
import { instantOf, minutesOf, plusDays, wallTimeAt, weekdayOf } from '../time/time-zone.ts';

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;
type Weekday = (typeof weekdays)[number];

/**
 * A time in which no change may start, in the calendar of `timeZone`. Without `days`, `from` and `to` are dates with an
 * optional clock time ("2026-12-20 18:00"); a `to` without one includes the whole day. With `days`, they are clock times on
 * each of these days; a `to` that is not after `from` is on the next day.
 */
export interface FreezeWindow {
  readonly days?: readonly Weekday[] | undefined;
  readonly from: string;
  readonly to: string;
  /** The name of the freeze: "Year-end freeze". */
  readonly why: string;
  /** "Europe/Berlin". */
  readonly timeZone: string;
}

/** A freeze that a change would start in. */
export interface Freeze {
  readonly why: string;
  /** Time at which changes may start again. */
  readonly until: Instant;
  readonly timeZone: string;
}

/** A period without its end. */
interface Span {
  readonly from: Instant;
  readonly to: Instant;
}

/** Upper bound for consecutive windows. More than that never end: they leave no gap within a week. */
const maxWindows = 100;

/** Returns the freeze that `at` is in, until the end of all consecutive windows; undefined outside of all windows. */
export function freezeAt(windows: readonly FreezeWindow[], at: Instant): Freeze | undefined {
  const first = lastToEnd(windows, at);
  if (!first) return undefined;
  const { why } = first.window;
  let last = first;
  for (let followed = 1; followed < maxWindows; followed += 1) {
    const next = lastToEnd(windows, last.to);
    if (!next) break;
    last = next;
  }
  return { why, until: last.to, timeZone: last.window.timeZone };
}

/** Returns the window around `at` that ends last. */
function lastToEnd(
  windows: readonly FreezeWindow[],
  at: Instant,
): { readonly window: FreezeWindow; readonly to: Instant } | undefined {
  return windows
    .flatMap((window) =>
      spansAround(window, at)
        .filter(({ from, to }) => from <= at && at < to)
        .map(({ to }) => ({ window, to })),
    )
    .sort((a, b) => b.to - a.to)[0];
}

/** Returns the spans of a window that can contain a time: its only one, or those that begin on that day and the day before. */
function spansAround(window: FreezeWindow, at: Instant): readonly Span[] {
  const { days, timeZone } = window;
  if (!days) return [spanOf(window)];
  const today = wallTimeAt(timeZone, at).date;
  return [plusDays(today, -1), today]
    .filter((date) => days.some((day) => weekdays.indexOf(day) === weekdayOf(date)))
    .map((date) => spanOn(window, date));
}

function spanOn({ from, to, timeZone }: FreezeWindow, date: string): Span {
  const [first, last] = [minutesOf(from), minutesOf(to)];
  return {
    from: instantOf(timeZone, { date, minutes: first }),
    to: instantOf(timeZone, { date: last > first ? date : plusDays(date, 1), minutes: last }),
  };
}

/** Returns the span of a window with dates. */
export function spanOf({ from, to, timeZone }: FreezeWindow): Span {
  const at = (words: string, otherwise: string): number => {
    const [date = '', clock = otherwise] = words.split(' ');
    return instantOf(timeZone, { date, minutes: minutesOf(clock) });
  };
  return { from: at(from, '00:00'), to: at(to, '24:00') };
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** Returns a sentence such as "Changes are frozen until Mon 4 Jan 2027, 08:00 (Europe/Berlin): Year-end freeze." */
export function freezeInWords({ why, until, timeZone }: Freeze): string {
  const { date, minutes } = wallTimeAt(timeZone, until);
  const [year = '', month = '1', day = '1'] = date.split('-');
  const on = `${weekdays[weekdayOf(date)]} ${Number(day)} ${months[Number(month) - 1]} ${year}`;
  const clock = `${pad(Math.floor(minutes / 60))}:${pad(minutes % 60)}`;
  return `Changes are frozen until ${on}, ${clock} (${timeZone}): ${why.replace(/\.$/, '')}.`;
}

const pad = (number: number): string => String(number).padStart(2, '0');

/** Formats a window: "Fri 16:00–24:00 (Europe/Berlin): before the weekend". */
export const windowInWords = ({ days = [], from, to, timeZone, why }: FreezeWindow): string =>
  `${[...days, ''].join(', ').replace(/, $/, ' ')}${from}–${to} (${timeZone}): ${why}`;

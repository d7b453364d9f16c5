import type { Clock } from '../../core/clock.ts';
import { type Month, type MonthWords, monthNames } from '../fields/index.ts';

/** Returns the month `back` months before the current one, in UTC. */
export function monthsBack(clock: Clock, back: number): Month {
  const now = new Date(clock());
  return before({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }, back);
}

export function before({ year, month }: Month, back = 1): Month {
  const index = year * 12 + (month - 1) - back;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

/** Returns the month that a person named: a name without a year is that of the latest month that has begun, in UTC. */
export function namedMonth(words: MonthWords, clock: Clock): Month {
  if ('back' in words) return monthsBack(clock, words.back);
  if ('year' in words) return words;
  const now = monthsBack(clock, 0);
  return { year: words.month > now.month ? now.year - 1 : now.year, month: words.month };
}

/** Formats a month: "November 2026". */
export const nameMonth = ({ year, month }: Month): string => `${monthNames[month - 1]} ${year}`;

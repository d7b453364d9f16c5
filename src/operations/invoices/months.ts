import type { Clock } from '../../core/clock.ts';
import type { Month } from '../fields/index.ts';

/** Returns the month `back` months before the current one, in UTC. */
export function monthsBack(clock: Clock, back: number): Month {
  const now = new Date(clock());
  return before({ year: now.getUTCFullYear(), month: now.getUTCMonth() + 1 }, back);
}

export function before({ year, month }: Month, back = 1): Month {
  const index = year * 12 + (month - 1) - back;
  return { year: Math.floor(index / 12), month: (index % 12) + 1 };
}

const names = 'January February March April May June July August September October November December'.split(
  ' ',
);

/** Formats a month: "November 2026". */
export const nameMonth = ({ year, month }: Month): string => `${names[month - 1]} ${year}`;

import { toAscii } from '../core/ascii.ts';
import { day, hour, type Millis, minute } from '../core/clock.ts';
import { closestMatch } from '../core/closest-match.ts';
import type { Reading } from '../core/reading.ts';
import { type DayWords, longestSpan, shortestSpan, type TimeWords } from './timing.ts';

/** The accepted formats, for an error message. */
export const timeHint = '2h, 18:00, “tomorrow 18:00”, “mon 22:00” or “YYYY-MM-DD 18:00”';

const units: Readonly<Record<string, number>> = { m: minute, h: hour, d: day, w: 7 * day };
const amount = /(\d{1,6}) ?(w|d|h|m)(?:eeks?|ays?|ours?|rs?|in(?:ute)?s?)?(?![a-z]) ?/gy;
const clock = /^(\d{1,2})(?:[:.](\d{2}))? ?(am|pm)?$/;
const date = /^\d{4}-\d{2}-\d{2}$/;
const instant = /^\d{4}-\d{2}-\d{2}t\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(z|[+-]\d{2}(:?\d{2})?)$/;
const weekdays = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const;
const dayNames = ['today', 'tomorrow', ...weekdays] as const;

/**
 * Reads a start or an end: a duration, a clock time with or without a day, or a time with its zone. Needs neither a clock nor a
 * time zone: `timingsOf` does the rest.
 */
export function readTimeWords(entered: string): Reading<TimeWords> {
  const typed = toAscii(entered);
  const words = typed.toLowerCase().replace(/\s+/g, ' ').trim();
  const span = durationOf(words);
  if (span !== undefined) {
    return span >= shortestSpan && span <= longestSpan
      ? { value: { after: span } }
      : { problem: `“${typed}” is out of range: 5 minutes to 30 days` };
  }
  if (instant.test(words)) {
    const at = Date.parse(withMinutes(words).toUpperCase());
    return Number.isNaN(at) || !isDate(words.slice(0, 10))
      ? { problem: `“${typed}” isn’t a time` }
      : { value: { at } };
  }
  return readDayAndClock(typed, words.replace(/^(\d{4}-\d{2}-\d{2})t/, '$1 '));
}

/** Writes an offset from UTC at the end with its minutes: "+05" and "+0530" as "+05:00" and "+05:30". */
const withMinutes = (words: string): string =>
  words.replace(/([+-]\d\d)(\d\d)?$/, (_, hours, minutes = '00') => `${hours}:${minutes}`);

/** Reads "1h30m", "90 min" or "2 days"; undefined for anything else. */
function durationOf(words: string): Millis | undefined {
  let total = 0;
  amount.lastIndex = 0;
  while (amount.lastIndex < words.length) {
    const [, number, unit] = amount.exec(words) ?? [];
    if (number === undefined || unit === undefined) return undefined;
    total += Number(number) * (units[unit] ?? 0);
  }
  return words === '' ? undefined : total;
}

/** Reads a clock time, with or without a day before or after it. */
function readDayAndClock(typed: string, words: string): Reading<TimeWords> {
  const parts = words.replace(/ (am|pm)$/, '$1').split(' ');
  if (parts.length > 2) return notATime(typed);
  const minutes = parts.map(minutesOf).find((read) => read !== undefined);
  const dayWord = parts.find((part) => minutesOf(part) === undefined);
  if (dayWord === undefined)
    return parts.length === 1 && minutes !== undefined ? { value: { minutes } } : notATime(typed);
  const read = dayOf(dayWord);
  if (read === undefined) return unknownDay(typed, dayWord);
  if (parts.length === 1) return { problem: `needs a time of day too: “${dayWord} 18:00”` };
  if (minutes === undefined) return notATime(typed);
  return { value: { minutes, day: read } };
}

const notATime = (typed: string): { readonly problem: string } => ({
  problem: `“${typed}” isn’t a time: write ${timeHint}, in your Slack time zone`,
});

function unknownDay(typed: string, dayWord: string): Reading<TimeWords> {
  const closest = closestMatch(dayWord, dayNames);
  if (closest === undefined) return notATime(typed);
  const corrected = typed.toLowerCase().replace(dayWord, closest);
  return { problem: `“${dayWord}” isn’t a day. Did you mean ${closest}?`, closest: corrected };
}

/** Returns the minutes since midnight for "18:00", "24:00", "6pm" or "6:30 pm"; undefined if it is not a time of day. */
function minutesOf(word: string): number | undefined {
  const [, hours, minutes, half] = clock.exec(word) ?? [];
  if (hours === undefined || (minutes === undefined && half === undefined)) return undefined;
  const [h, m] = [Number(hours), Number(minutes ?? 0)];
  if (m > 59 || (half ? h < 1 || h > 12 : h * 60 + m > 24 * 60)) return undefined;
  return (half ? (h % 12) + (half === 'pm' ? 12 : 0) : h) * 60 + m;
}

function dayOf(word: string): DayWords | undefined {
  if (word === 'today' || word === 'tomorrow') return { daysAhead: word === 'today' ? 0 : 1 };
  const weekday = weekdays.findIndex((name) => word.length >= 3 && name.startsWith(word));
  if (weekday >= 0) return { weekday };
  return date.test(word) && isDate(word) ? { date: word } : undefined;
}

const isDate = (word: string): boolean => {
  const at = new Date(`${word}T00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(word);
};

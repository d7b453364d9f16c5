import { day, hour, type Instant, type Millis, minute } from '../core/clock.ts';
import { needsZone, timeOf } from '../time/time-of-words.ts';
import { readTimeWords } from '../time/time-words.ts';
import { wallTimeAt, weekdayOf } from '../time/time-zone.ts';
import type { TimeWords } from '../time/timing.ts';
import { type Cursor, Unclear } from './cursor.ts';

/** The reader's clock. */
export interface Reader {
  readonly now: Instant;
  /** Such as "Europe/Berlin". */
  readonly zone: string;
}

/** A time as an option takes it, with what a person should know about it. */
export interface SaidTime {
  readonly words: string;
  readonly note?: string;
}

/** The numbers that stand as words before a unit. */
const spoken = [
  'a',
  'one',
  'two',
  'three',
  'four',
  'five',
  'six',
  'seven',
  'eight',
  'nine',
  'ten',
  'eleven',
  'twelve',
];
const numberOf = (low: string): string => {
  const at = low === 'an' ? 1 : spoken.indexOf(low);
  return at < 0 ? low : String(Math.max(1, at));
};

/** The most words of one time: “2 hours and 30 min”, “2026-12-24 at 6 pm”. */
const longest = 5;

/** Reads the longest run of words that Skydesk's own reading of times takes, so that a sentence and an option mean the same. */
function timeIn(cursor: Cursor): { readonly words: string; readonly value: TimeWords } | undefined {
  if (cursor.take('half an hour')) return { words: '30m', value: { after: 30 * minute } };
  for (let length = longest; length > 0; length -= 1) {
    const words = Array.from({ length }, (_, by) => cursor.ahead(by).low);
    if (words.includes('')) continue;
    const plain = words.filter((word) => word !== 'at').map(numberOf);
    const reading = readTimeWords(plain.join(' '));
    if ('problem' in reading || words.at(-1) === 'at') continue;
    // “tomorrow at 18:00” is one time, “2 hours at 30 min” isn't.
    if ('after' in reading.value && words.includes('at')) continue;
    // “30m an hour” is two durations, or one in each of the other.
    if (words.slice(1).some((word) => word === 'a' || word === 'an')) continue;
    cursor.skip(length);
    return { words: plain.join(' '), value: reading.value };
  }
  return undefined;
}

/** Words that begin another part of a sentence, so no time goes on there. */
export const beginsPart = /^(?:on|at|from|to|for|until|till|til|ticket|see)$/;

function noTime(cursor: Cursor): Unclear {
  const words: string[] = [];
  for (const own = cursor.copy(); !own.isAtEnd && !beginsPart.test(own.next); own.skip())
    words.push(own.ahead().text);
  return new Unclear(words.length === 0 ? 'How long?' : `“${words.join(' ')}” isn’t a time.`);
}

/** Reads a duration: “2h”, “90 min”, “the next two hours”, “up to half an hour”. */
export function spanIn(cursor: Cursor): Millis {
  const isOne = cursor.take('the next', 'another') !== undefined;
  if (!isOne) cursor.take('at most', 'up to', 'no more than', 'max');
  const single = isOne && !cursor.next.endsWith('s') ? spanOf(`1 ${cursor.next}`) : undefined;
  if (single !== undefined) {
    cursor.skip();
    return single;
  }
  const found = timeIn(cursor);
  if (!found || !('after' in found.value)) throw noTime(cursor);
  return found.value.after;
}

/** Reads a duration, and whether it is added to another: “another hour”, “2 more hours”, “2 h longer”. */
export function furtherSpanIn(cursor: Cursor): { readonly span: Millis; readonly isMore: boolean } {
  const isAnother = cursor.sees('another');
  const split =
    cursor.ahead(1).low === 'more' ? spanOf(`${numberOf(cursor.next)} ${cursor.ahead(2).low}`) : undefined;
  if (split === undefined) {
    const span = spanIn(cursor);
    return { span, isMore: cursor.take('more', 'longer') !== undefined || isAnother };
  }
  cursor.skip(3);
  return { span: split, isMore: true };
}

const spanOf = (words: string): Millis | undefined => {
  const reading = readTimeWords(words);
  return 'value' in reading && 'after' in reading.value ? reading.value.after : undefined;
};

/** Whether a duration is next, as in “open ssh on web01 2h”. */
export function seesSpan(cursor: Cursor): boolean {
  const found = /^\d/.test(cursor.next) ? timeIn(cursor.copy()) : undefined;
  return found !== undefined && 'after' in found.value;
}

/** Writes a duration as an option takes it: "1h30m". */
export const writeSpan = (span: Millis): string =>
  [
    [Math.floor(span / day), 'd'],
    [Math.floor((span % day) / hour), 'h'],
    [Math.floor((span % hour) / minute), 'm'],
  ]
    .flatMap(([amount, unit]) => (amount === 0 ? [] : [`${amount}${unit}`]))
    .join('');

/** A time of day that has passed means tomorrow's only if that is near: “until 06:00” in the evening. */
const near: Millis = 12 * hour;

/** Reads a time of day, with or without a day. One that is over, or that can mean two days, is refused. */
export function untilIn(cursor: Cursor, { now, zone }: Reader): SaidTime {
  const found = timeIn(cursor);
  if (!found || 'after' in found.value) throw noTime(cursor);
  const { words, value } = found;
  const at = timeOf(value, zone, now, now);
  if (at <= now) throw new Unclear(`${words} is over.`);
  if (!needsZone(value) || !('minutes' in value)) return { words };
  const [today, then] = [wallTimeAt(zone, now).date, wallTimeAt(zone, at).date];
  if (value.day === undefined) {
    if (then === today || value.minutes === 24 * 60) return { words };
    if (at - now > near)
      throw new Unclear(`${words} is over today. Write “tomorrow ${words}” if you mean that.`);
    return { words, note: `That is tomorrow ${words}.` };
  }
  if ('weekday' in value.day && value.day.weekday === weekdayOf(today))
    throw new Unclear(
      `It is ${words.split(' ')[0]} today: do you mean today, or in a week? Write “today” or the date.`,
    );
  return { words };
}

/** Returns the first words that are a time; undefined if there are none. */
export function timeWithin(cursor: Cursor): string | undefined {
  for (; !cursor.isAtEnd; cursor.skip()) {
    const from = cursor.rest;
    if (timeIn(cursor)) return from.slice(0, from.length - cursor.rest.length).trim();
  }
  return undefined;
}

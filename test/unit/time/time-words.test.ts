import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readTimeWords } from '../../../src/time/time-words.ts';
import type { TimeWords } from '../../../src/time/timing.ts';

const minute = 60_000;
const hour = 60 * minute;

describe('a time is read without a clock and without a time zone', () => {
  test.each<readonly [string, TimeWords, string]>([
    ['30m', { after: 30 * minute }, 'minutes'],
    ['2h', { after: 2 * hour }, 'hours'],
    ['1h30m', { after: 90 * minute }, 'hours and minutes'],
    ['1 hour 30 min', { after: 90 * minute }, 'units in full'],
    ['2 days', { after: 48 * hour }, 'days'],
    ['1w', { after: 7 * 24 * hour }, 'a week'],
    ['18:00', { minutes: 18 * 60 }, 'a clock time'],
    ['18.30', { minutes: 18 * 60 + 30 }, 'a clock time with a dot'],
    ['6pm', { minutes: 18 * 60 }, 'an hour in the afternoon'],
    ['12 AM', { minutes: 0 }, 'midnight'],
    ['12:15pm', { minutes: 12 * 60 + 15 }, 'a quarter past noon'],
    ['24:00', { minutes: 24 * 60 }, 'the end of a day'],
    ['today 24:00', { minutes: 24 * 60, day: { daysAhead: 0 } }, 'the end of today'],
    ['today 6 pm', { minutes: 18 * 60, day: { daysAhead: 0 } }, 'today'],
    ['tomorrow 18:00', { minutes: 18 * 60, day: { daysAhead: 1 } }, 'tomorrow'],
    ['18:00 Tomorrow', { minutes: 18 * 60, day: { daysAhead: 1 } }, 'the time before the day'],
    ['mon 22:00', { minutes: 22 * 60, day: { weekday: 1 } }, 'a weekday, cut short'],
    ['Saturday 9am', { minutes: 9 * 60, day: { weekday: 6 } }, 'a weekday in full'],
    ['2026-11-23 18:00', { minutes: 18 * 60, day: { date: '2026-11-23' } }, 'a date'],
    ['2026-11-23T18:00', { minutes: 18 * 60, day: { date: '2026-11-23' } }, 'a date as ISO 8601 writes it'],
    ['2026-11-23T18:00Z', { at: Date.UTC(2026, 10, 23, 18) }, 'a time with its zone'],
    ['2026-11-23T18:00+01:00', { at: Date.UTC(2026, 10, 23, 17) }, 'a time with its offset'],
    ['2026-11-23T18:00+05', { at: Date.UTC(2026, 10, 23, 13) }, 'an offset in hours'],
    ['2026-11-23T18:00-0330', { at: Date.UTC(2026, 10, 23, 21, 30) }, 'an offset without a colon'],
  ])('%s', (words, value) => {
    expect(readTimeWords(words)).toEqual({ value });
  });

  test.each([
    ['', 'isn’t a time', 'nothing'],
    ['soon', 'isn’t a time', 'another word'],
    ['18', 'isn’t a time', 'a bare number'],
    ['25:00', 'isn’t a time', 'an hour that no clock shows'],
    ['13pm', 'isn’t a time', 'an hour that no half of the day has'],
    ['tomorrow', 'needs a time of day too', 'a day without a time'],
    ['today 25:00', 'isn’t a time', 'a day, and an hour that no clock shows'],
    ['today 24:01', 'isn’t a time', 'a day, and a minute after its end'],
    ['2026-11-23T18:00+5', 'isn’t a time', 'an offset that is no offset'],
    ['2026-02-30 18:00', 'isn’t a time', 'a date that no calendar has'],
    ['2026-02-30T18:00Z', 'isn’t a time', 'a date that no calendar has, with its zone'],
    ['2026-11-31T10:00+01:00', 'isn’t a time', 'a date that no calendar has, with an offset'],
    ['18:00 19:00', 'isn’t a time', 'two times'],
    ['4m', 'is out of range: 5 minutes to 30 days', 'under five minutes'],
    ['31d', 'is out of range: 5 minutes to 30 days', 'over thirty days'],
    ['999999w', 'is out of range: 5 minutes to 30 days', 'more than any calendar has'],
  ])('“%s” is refused with a reason', (words, problem) => {
    expect(readTimeWords(words)).toEqual({ problem: expect.stringContaining(problem) });
  });

  test('a mistyped day comes with its correction', () => {
    expect(readTimeWords('tommorow 18:00')).toMatchObject({ closest: 'tomorrow 18:00' });
  });

  test('no words make it throw, and the values that it accepts are within bounds', () => {
    const piece = fc.oneof(
      fc.constantFrom('mon', 'tomorrow', '18:00', '6pm', '2h', '30m', '2026-11-23', 'T', ' ', ':', '-'),
      fc.string({ maxLength: 6 }),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 6 }), (pieces) => {
        const reading = readTimeWords(pieces.join(''));
        if ('problem' in reading) return reading.problem !== '';
        const { value } = reading;
        if ('minutes' in value) return value.minutes >= 0 && value.minutes <= 24 * 60;
        return Number.isSafeInteger('after' in value ? value.after : value.at);
      }),
    );
  });
});

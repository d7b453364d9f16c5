import fc from 'fast-check';
import { expect, test } from 'vitest';
import { instantOf, isTimeZone, wallTimeAt, weekdayOf } from '../../../src/time/time-zone.ts';

const zones = [
  'UTC',
  'Europe/Berlin',
  'America/New_York',
  'Asia/Kathmandu',
  'Australia/Lord_Howe',
  'Pacific/Apia',
];
const hour = 60 * 60_000;

test.each([
  ['Europe/Berlin', '2026-07-01', 18 * 60, '2026-07-01T16:00Z', 'in summer'],
  ['Europe/Berlin', '2026-12-01', 18 * 60, '2026-12-01T17:00Z', 'in winter'],
  ['Europe/Berlin', '2026-03-29', 150, '2026-03-29T01:30Z', 'skipped, so it is an hour later'],
  ['Europe/Berlin', '2026-10-25', 150, '2026-10-25T00:30Z', 'twice, so it is the first'],
  ['America/New_York', '2026-03-08', 150, '2026-03-08T07:30Z', 'skipped in another zone'],
  ['Asia/Kathmandu', '2026-11-23', 0, '2026-11-22T18:15Z', 'where the offset has minutes'],
  ['UTC', '2026-11-23', 24 * 60, '2026-11-24T00:00Z', 'the end of a day'],
])('%s %s at minute %i is %s: %s', (zone, date, minutes, instant) => {
  expect(instantOf(zone, { date, minutes })).toBe(Date.parse(instant));
});

test('what a clock shows leads back to the time, but for the second of two such times', () => {
  const minute = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
  fc.assert(
    fc.property(fc.constantFrom(...zones), minute, (zone, count) => {
      const at = count * 60_000;
      const back = instantOf(zone, wallTimeAt(zone, at));
      expect(wallTimeAt(zone, back)).toEqual(wallTimeAt(zone, at));
      expect(at - back).toBeGreaterThanOrEqual(0);
      expect(at - back).toBeLessThanOrEqual(hour);
    }),
    { numRuns: 500 },
  );
});

test('each date and minute has a time, on the same day or where clocks skip it within the hour after', () => {
  const day = fc.integer({ min: 0, max: 5000 }).map((days) => new Date(Date.UTC(2020, 0, 1 + days)));
  fc.assert(
    fc.property(fc.constantFrom(...zones), day, fc.integer({ min: 0, max: 1439 }), (zone, on, minutes) => {
      const date = on.toISOString().slice(0, 10);
      const shown = wallTimeAt(zone, instantOf(zone, { date, minutes }));
      const late = (Date.parse(shown.date) - Date.parse(date)) / 60_000 + shown.minutes - minutes;
      expect(late).toBeGreaterThanOrEqual(0);
      expect(late).toBeLessThanOrEqual(60);
    }),
    { numRuns: 500 },
  );
});

test('a zone is known by its name', () => {
  expect([isTimeZone('Europe/Berlin'), isTimeZone('Middle/Earth'), isTimeZone('')]).toEqual([
    true,
    false,
    false,
  ]);
  expect(weekdayOf('2026-11-23')).toBe(1);
});

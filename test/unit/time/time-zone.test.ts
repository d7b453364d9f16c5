import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
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

test.each([
  ['Europe/Berlin', '2026-07-01', 18 * 60, '2026-07-01T16:00Z', 'in summer'],
  ['Europe/Berlin', '2026-12-01', 18 * 60, '2026-12-01T17:00Z', 'in winter'],
  ['Europe/Berlin', '2026-03-29', 150, '2026-03-29T01:30Z', 'skipped, so it is an hour later'],
  ['Europe/Berlin', '2026-10-25', 150, '2026-10-25T00:30Z', 'twice, so it is the first'],
  ['America/New_York', '2026-03-08', 150, '2026-03-08T07:30Z', 'skipped in another zone'],
  ['Asia/Kathmandu', '2026-11-23', 0, '2026-11-22T18:15Z', 'with an offset that has minutes'],
  ['UTC', '2026-11-23', 24 * 60, '2026-11-24T00:00Z', 'the end of a day'],
])('%s %s at minute %i is %s: %s', (zone, date, minutes, instant) => {
  expect(instantOf(zone, { date, minutes })).toBe(Date.parse(instant));
});

test('Temporal agrees on the clock time of an instant, and on the instant of a clock time', () => {
  const minute = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
  const day = fc.oneof(
    fc.integer({ min: 0, max: 5000 }).map((days) => new Date(Date.UTC(2020, 0, 1 + days))),
    // Clocks are changed on these.
    fc
      .constantFrom('2026-03-29', '2026-10-25', '2026-03-08', '2026-11-01', '2026-04-05', '2026-10-04')
      .map((date) => new Date(date)),
  );
  const ofDay = fc.oneof(fc.integer({ min: 0, max: 1439 }), fc.integer({ min: 60, max: 200 }));
  const zone = fc.constantFrom(...zones);
  fc.assert(
    fc.property(zone, minute, day, ofDay, (zone, count, on, minutes) => {
      const at = count * 60_000;
      const shown = Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(zone);
      expect(wallTimeAt(zone, at)).toEqual({
        date: shown.toPlainDate().toString(),
        minutes: shown.hour * 60 + shown.minute,
      });
      const date = on.toISOString().slice(0, 10);
      const wall = Temporal.PlainDate.from(date).toPlainDateTime().add({ minutes });
      expect(instantOf(zone, { date, minutes })).toBe(wall.toZonedDateTime(zone).epochMilliseconds);
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

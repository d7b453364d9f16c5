import fc from 'fast-check';
import { expect, test } from 'vitest';
import { secondsAt, wallTime } from '../../../../local/text/wall-time.ts';

const timeZones = ['UTC', 'Europe/Lisbon', 'America/St_Johns', 'Asia/Kathmandu', 'Pacific/Auckland'];

test.each([
  ['in summer', 'Europe/Lisbon', '2026-06-01T10:00', Date.UTC(2026, 5, 1, 9)],
  ['in winter', 'Europe/Lisbon', '2026-12-01T10:00', Date.UTC(2026, 11, 1, 10)],
  ['at midnight', 'Asia/Tokyo', '2026-06-01T00:00', Date.UTC(2026, 4, 31, 15)],
  ['with half an hour', 'America/St_Johns', '2026-06-01T10:00', Date.UTC(2026, 5, 1, 12, 30)],
])('a clock shows a moment %s', (_, zone, wall, at) => {
  expect(secondsAt(wall, zone)).toBe(at / 1000);
  expect(wallTime(at / 1000, zone)).toBe(wall);
});

test('an hour that is skipped means a moment beside it', () => {
  const skipped = secondsAt('2026-03-29T01:30', 'Europe/Lisbon');
  expect(['2026-03-29T00:30', '2026-03-29T02:30']).toContain(wallTime(skipped, 'Europe/Lisbon'));
});

test('what a clock shows leads back to a moment when it shows that', () => {
  const minute = fc.integer({ min: 20_000_000, max: 40_000_000 });
  fc.assert(
    fc.property(minute, fc.constantFrom(...timeZones), (at, zone) => {
      const wall = wallTime(at * 60, zone);
      expect(wallTime(secondsAt(wall, zone), zone)).toBe(wall);
    }),
  );
});

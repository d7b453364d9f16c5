import fc from 'fast-check';
import { expect, test } from 'vitest';
import { nextDigest } from '../../../src/watch/digest-day.ts';

/* The day and the time of a digest. */

const minute = 60_000;
const hour = 60 * minute;
const berlin = { at: '09:00', timeZone: 'Europe/Berlin' };
const at = (text: string): number => Date.parse(text);

test.each([
  ['before its time, a digest waits', '2026-11-27T07:59:59Z', undefined, '2026-11-27'],
  ['at its time, a digest is due', '2026-11-27T08:00:00Z', '2026-11-26', '2026-11-27'],
  ['a few hours late, a digest is still sent', '2026-11-27T11:59:59Z', '2026-11-26', '2026-11-27'],
  ['later, a digest is left to the next day', '2026-11-27T12:00:00Z', '2026-11-26', '2026-11-28'],
  ['once a digest is sent, the next day is due', '2026-11-27T08:00:00Z', '2026-11-27', '2026-11-28'],
])('%s', (_, now, told, day) => {
  expect(nextDigest(berlin, told, at(now))?.day).toBe(day);
});

test('a digest that is due at night can be sent after midnight, and belongs to its day', () => {
  const late = { at: '23:50', timeZone: 'UTC' };
  const now = at('2026-11-28T00:10:00Z');
  expect(nextDigest(late, '2026-11-26', now)).toEqual({ day: '2026-11-27', at: at('2026-11-27T23:50:00Z') });
});

test.each([
  ['skipped comes an hour later', '2026-03-29', '2026-03-29T01:30:00Z'],
  ['repeated comes at the first', '2026-10-25', '2026-10-25T00:30:00Z'],
])('a digest at a clock time that is %s', (_, day, due) => {
  const night = { at: '02:30', timeZone: 'Europe/Berlin' };
  expect(nextDigest(night, undefined, at(due) - minute)).toEqual({ day, at: at(due) });
});

test('each day has at most one digest, never early, and soon after its time if a job comes', () => {
  const times = fc
    .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
    .map((clock) => clock.map((number) => String(number).padStart(2, '0')).join(':'));
  const zones = fc.constantFrom('UTC', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Auckland');
  const pauses = fc.array(fc.integer({ min: 0, max: 30 * 60 }), { minLength: 1, maxLength: 300 });
  const starts = fc.integer({ min: at('2026-03-20T00:00Z'), max: at('2026-11-20T00:00Z') });
  fc.assert(
    fc.property(times, zones, starts, pauses, (time, timeZone, start, minutes) => {
      const clock = { at: time, timeZone };
      const told: string[] = [];
      let now = start;
      for (const pause of minutes) {
        now += pause * minute;
        const next = nextDigest(clock, told.at(-1), now);
        if (next && next.at <= now) {
          expect(now - next.at).toBeLessThan(4 * hour);
          told.push(next.day);
        }
        // Two jobs that come together send one digest.
        expect(nextDigest(clock, told.at(-1), now)?.at).toBeGreaterThan(now);
      }
      expect(told).toEqual([...new Set(told)].sort());
      if (Math.max(...minutes) < 4 * 60)
        expect(told.length).toBeGreaterThanOrEqual(Math.floor((now - start) / (25 * hour)));
    }),
  );
});

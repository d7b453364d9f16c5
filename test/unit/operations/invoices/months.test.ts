import fc from 'fast-check';
import { expect, test } from 'vitest';
import { before, monthsBack, namedMonth, nameMonth } from '../../../../src/operations/invoices/months.ts';

const at = (iso: string) => () => Date.parse(iso);

test.each([
  ['2026-11-21T12:00:00Z', 0, { year: 2026, month: 11 }],
  ['2026-01-01T00:00:00Z', 1, { year: 2025, month: 12 }],
  ['2026-12-31T23:59:59Z', 0, { year: 2026, month: 12 }],
  ['2026-03-31T00:00:00Z', 1, { year: 2026, month: 2 }],
  ['2026-01-01T00:30:00+02:00', 0, { year: 2025, month: 12 }],
  ['2026-01-15T00:00:00Z', 25, { year: 2023, month: 12 }],
])('from %s, %i months back', (now, back, month) => {
  expect(monthsBack(at(now), back)).toEqual(month);
});

test.each([
  ['the present one', { month: 12 }, { year: 2026, month: 12 }],
  ['the last one that has begun', { month: 11 }, { year: 2026, month: 11 }],
  ['the one of its year', { year: 2025, month: 11 }, { year: 2025, month: 11 }],
  ['the one before', { back: 1 as const }, { year: 2026, month: 11 }],
])('in December, a month as typed is %s', (_, words, month) => {
  expect(namedMonth(words, at('2026-12-01T00:00:00Z'))).toEqual(month);
});

test('in January, the name of a later month is that of last year', () => {
  expect(namedMonth({ month: 12 }, at('2027-01-31T23:59:59Z'))).toEqual({ year: 2026, month: 12 });
});

test('going back month by month is going back that many months', () => {
  const month = fc.record({
    year: fc.integer({ min: 1000, max: 9999 }),
    month: fc.integer({ min: 1, max: 12 }),
  });
  fc.assert(
    fc.property(month, fc.integer({ min: 0, max: 40 }), (start, steps) => {
      let one = start;
      for (let step = 0; step < steps; step += 1) one = before(one);
      expect(before(start, steps)).toEqual(one);
      expect(one.month).toBeGreaterThanOrEqual(1);
      expect(one.month).toBeLessThanOrEqual(12);
    }),
  );
});

test('months have names', () => {
  expect(nameMonth({ year: 2026, month: 1 })).toBe('January 2026');
  expect(nameMonth({ year: 2026, month: 12 })).toBe('December 2026');
});

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { day, hour, minute } from '../../../src/core/clock.ts';
import { roundedDuration } from '../../../src/time/duration.ts';

const units = { min: minute, h: hour, days: day };

test('a duration in words is never longer than it is, from a minute on', () => {
  fc.assert(
    fc.property(fc.integer({ min: minute, max: 400 * day }), (left) => {
      const [amount, unit] = roundedDuration(left).split(' ');
      const said = Number(amount) * units[unit as keyof typeof units];
      expect(said).toBeLessThanOrEqual(left);
      expect(said).toBeGreaterThan(left / 2);
    }),
  );
});

import { day, hour, type Instant } from '../../core/clock.ts';
import { type Field, type FieldOptions, inAscii } from '../../operation/field.ts';
import { wordsField } from './words-field.ts';

const units: Readonly<Record<string, number>> = { h: hour, d: day, w: 7 * day };

/** Creates a field for a start: a time before now (`12h`, `7d`, `4w`), or a day in UTC (`2026-11-01`). */
export const since = (options: FieldOptions): Field<string> =>
  inAscii(
    wordsField(options, {
      hint: 'hours, days or weeks back, or a day: 12h, 7d, 4w, 2026-11-01',
      example: '7d',
      read(words) {
        const value = words.toLowerCase();
        return Number.isNaN(beginning(value, 0))
          ? { problem: `must be like 12h, 7d, 4w or 2026-11-01, not “${words}”` }
          : { value };
      },
    }),
  );

/** Returns the start that a `since` means; NaN if it is not valid. */
export function beginning(parsed: string, now: Instant): Instant {
  const [, amount, unit = ''] = /^(\d{1,4})([hdw])$/.exec(parsed) ?? [];
  if (amount !== undefined) return now - Number(amount) * (units[unit] ?? 0);
  const date = /^\d{4}-\d\d-\d\d$/.test(parsed) ? Date.parse(`${parsed}T00:00:00Z`) : Number.NaN;
  // `Date` reads 31 February as 3 March.
  return !Number.isNaN(date) && new Date(date).toISOString().startsWith(parsed) ? date : Number.NaN;
}

import { expect, test, vi } from 'vitest';
import { formatDate } from '../../../../local/text/date.ts';

test('what was made to write ten dates is enough to write a thousand more', () => {
  const made = vi.spyOn(Intl, 'DateTimeFormat');
  const write = (count: number): number => {
    made.mockClear();
    for (let at = 0; at < count; at += 1) {
      const date = { seconds: 1_780_000_000 + at * 86_400, fallback: '' };
      const format = '{date_long_pretty} {date_short} {time_secs} {ago}';
      formatDate({ ...date, format }, { zone: 'Europe/Lisbon', now: 1_780_000_000_000 });
    }
    return made.mock.calls.length;
  };
  const first = write(10);
  expect(first).toBeGreaterThan(0);
  expect(write(1000)).toBe(0);
  made.mockRestore();
});

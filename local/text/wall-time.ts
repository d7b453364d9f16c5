import { dateFormat } from './date.ts';

/** The clock on the wall of a zone, written `2026-06-01T10:00` as browsers' fields have it. */

/** What the clock shows at a moment, in seconds since the epoch. */
export function wallTime(seconds: number, zone: string): string {
  const parts = dateFormat('en-CA', zone, {
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
  }).formatToParts(seconds * 1000);
  const part = (type: string): string => parts.find((part) => part.type === type)?.value ?? '';
  return `${part('year')}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}`;
}

/** When the clock shows that, in seconds since the epoch; for a skipped hour, the nearest moment. */
export function secondsAt(wall: string, zone: string): number {
  const asIfUtc = Date.parse(`${wall}Z`) / 1000;
  const ahead = (seconds: number): number => Date.parse(`${wallTime(seconds, zone)}Z`) / 1000 - seconds;
  const guess = asIfUtc - ahead(asIfUtc);
  return asIfUtc - ahead(guess);
}

import { type Millis, minute } from '../core/clock.ts';

/** Formats a number of minutes: "8 h", "90 min". */
export const duration = (minutes: number): string =>
  minutes % 60 === 0 ? `${minutes / 60} h` : `${minutes} min`;

/** Formats a duration of at least a minute, rounded down, so that nobody reads of more than is left: "45 min", "3 h", "2 days". */
export function roundedDuration(ms: Millis): string {
  const minutes = Math.max(1, Math.floor(ms / minute));
  if (minutes < 120) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}

const minutesPerHour = 60;
const minutesPerDay = 24 * minutesPerHour;

/** Formats a duration in whole minutes: "2 h 30 min". */
export function exactDuration(ms: Millis): string {
  const minutes = Math.round(ms / minute);
  const parts = [
    [Math.floor(minutes / minutesPerDay), 'd'],
    [Math.floor((minutes % minutesPerDay) / minutesPerHour), 'h'],
    [minutes % minutesPerHour, 'min'],
  ] as const;
  const shown = parts.filter(([amount]) => amount > 0);
  return shown.length > 0 ? shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ') : '0 min';
}

import { type Answer, context, type Inline, time } from '../../answer/answer.ts';
import type { Millis } from '../../core/clock.ts';
import type { Ends, Timing } from '../../time/timing.ts';

const minutesPerHour = 60;
const minutesPerDay = 24 * minutesPerHour;

/** "2 h 30 min": whole minutes. */
export function spanInWords(ms: Millis): string {
  const minutes = Math.round(ms / 60_000);
  const parts = [
    [Math.floor(minutes / minutesPerDay), 'd'],
    [Math.floor((minutes % minutesPerDay) / minutesPerHour), 'h'],
    [minutes % minutesPerHour, 'min'],
  ] as const;
  const shown = parts.filter(([amount]) => amount > 0);
  return shown.length > 0 ? shown.map(([amount, unit]) => `${amount} ${unit}`).join(' ') : '0 min';
}

const endText = (ends: Ends): readonly Inline[] =>
  'at' in ends ? ['Ends ', time(new Date(ends.at))] : [`Ends ${spanInWords(ends.after)} after it is applied`];

/** "Starts tomorrow at 22:00 · Ends 2 h after it is applied", for each reader in their time zone. Empty without both. */
function timingText({ startsAt, ends }: Timing): readonly Inline[] {
  const start: readonly Inline[] = startsAt === undefined ? [] : ['Starts ', time(new Date(startsAt))];
  const end = ends ? endText(ends) : [];
  return start.length > 0 && end.length > 0 ? [...start, ' · ', ...end] : [...start, ...end];
}

/** As `timingOf`, where the start is said already: when the steps of a change end. */
export const endsOf = (steps: readonly Timing[]): Answer => timingOf(steps.map(({ ends }) => ({ ends })));

/** When the steps of a change start and end, as small print: once if they agree, or else a line for each that has a time. */
export function timingOf(steps: readonly Timing[]): Answer {
  const texts = steps.map(timingText);
  const isCommon = new Set(texts.map((text) => JSON.stringify(text))).size === 1;
  const lines = isCommon
    ? texts.slice(0, 1)
    : texts.map((text, index) => (text.length > 0 ? [`Step ${index + 1}: `, ...text] : text));
  return lines.flatMap((text) => (text.length > 0 ? [context('🗓️ ', ...text)] : []));
}

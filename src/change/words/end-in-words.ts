import { type Inline, person, time } from '../../answer/answer.ts';
import type { StepEnd } from '../model/step.ts';

const day = 24 * 60 * 60_000;

/** A time as a clock shows it; with its day if it is more than some hours from `now`. Both in milliseconds since 1970. */
export const clockTime = (at: number, now: number): Inline =>
  time(new Date(at), Math.abs(at - now) < day / 2 ? 'clock' : 'minute');

/** When a step ends by itself; nothing if something else ends it. */
const endsText = ({ endsAt }: Pick<StepEnd, 'endsAt'>, now: number): readonly Inline[] =>
  endsAt === undefined ? [] : ['Ends ', clockTime(endsAt, now)];

/** How the end of a step stands, in a few words. `now` in milliseconds since 1970. */
export function endInWords(end: StepEnd, now: number): readonly Inline[] {
  const { phase, since, endsAt, overdue, endedBy } = end;
  switch (phase) {
    case 'active':
      if (!overdue) return endsText(end, now);
      return endsAt === undefined ? ['⚠️ Overdue'] : ['⚠️ Overdue since ', clockTime(endsAt, now)];
    case 'ending':
      return ['Ending…'];
    case 'ended':
      return ['Ended ', clockTime(since, now), ...(endedBy ? [' by ', person(endedBy)] : [])];
    case 'left':
      return ['⚠️ Not ended: somebody changed it'];
    case 'unknown':
      return ['⚠️ Outcome of its end unknown'];
  }
}

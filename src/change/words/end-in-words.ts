import { type Inline, person, time } from '../../answer/answer.ts';
import { day, type Instant } from '../../core/clock.ts';
import { shortList } from '../../core/list.ts';
import type { Step, StepEnd } from '../model/step.ts';

/** Formats a time as a clock time, with its day if it is more than some hours from `now`. */
export const clockTime = (at: Instant, now: Instant): Inline =>
  time(new Date(at), Math.abs(at - now) < day / 2 ? 'clock' : 'minute');

/** Returns the time of an end; empty if something else triggers it. */
const endsText = ({ endsAt }: Pick<StepEnd, 'endsAt'>, now: Instant): readonly Inline[] =>
  endsAt === undefined ? [] : ['Ends ', clockTime(endsAt, now)];

/** Describes the state of an end in a few words. */
function endInWords(end: StepEnd, now: Instant): readonly Inline[] {
  const { phase, since, endsAt, overdue, endedBy, over } = end;
  switch (phase) {
    case 'active':
      if (!overdue) return endsText(end, now);
      return endsAt === undefined ? ['⚠️ Overdue'] : ['⚠️ Overdue since ', clockTime(endsAt, now)];
    case 'ending':
      return ['Ending…'];
    case 'ended':
      return ['Ended ', clockTime(since, now), ...(endedBy ? [' by ', person(endedBy)] : [])];
    case 'skipped':
      return ['⚠️ Not ended: somebody changed it'];
    case 'unknown':
      return ['⚠️ Outcome of its end unknown'];
    case 'over':
      return over === 'kept' && endedBy
        ? ['Kept for good by ', person(endedBy)]
        : [over === 'gone' ? 'It was removed before its end' : 'Nothing was left to end'];
  }
}

/** Upper bound for the step numbers in one text. */
const maxNumbers = 5;

/** Describes the ends of several steps: "Ends 18:00", or by step if they differ: "Step 1: Ended 18:00". */
export function endsInWords(steps: readonly Step[], now: Instant): readonly (readonly Inline[])[] {
  const texts = steps.map(({ end }) => (end ? endInWords(end, now) : []));
  const groups = Map.groupBy(
    texts.flatMap((text, index) => (text.length > 0 ? [{ text, number: String(index + 1) }] : [])),
    ({ text }) => JSON.stringify(text),
  );
  return [...groups.values()].map((group) => {
    const numbers = group.map(({ number }) => number);
    const name = `${numbers.length === 1 ? 'Step' : 'Steps'} ${shortList(numbers, maxNumbers)}: `;
    return [...(groups.size > 1 ? [name] : []), ...(group[0]?.text ?? [])];
  });
}

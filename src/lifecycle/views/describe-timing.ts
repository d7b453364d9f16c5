import { type Answer, context, type Inline, time } from '../../answer/answer.ts';
import { exactDuration } from '../../time/duration.ts';
import type { Ends, Timing } from '../../time/timing.ts';

const endText = (ends: Ends): readonly Inline[] =>
  'at' in ends
    ? ['Ends ', time(new Date(ends.at))]
    : [`Ends ${exactDuration(ends.after)} after it is applied`];

/** The timing of a step. `staysOpen`: it opens access that nothing closes, which is said in place of an end. */
interface ShownTiming extends Timing {
  readonly staysOpen?: boolean;
}

/** Formats times in the reader's time zone: "Starts tomorrow at 22:00 · Ends 2 h after it is applied". Empty without any. */
function timingText({ startsAt, ends, staysOpen }: ShownTiming): readonly Inline[] {
  const start: readonly Inline[] = startsAt === undefined ? [] : ['Starts ', time(new Date(startsAt))];
  const end = ends ? endText(ends) : staysOpen ? ['No end: it stays open until somebody closes it'] : [];
  return start.length > 0 && end.length > 0 ? [...start, ' · ', ...end] : [...start, ...end];
}

/** Renders the ends of a change's steps like `timingOf`, where the start is already shown. */
export const endsOf = (steps: readonly Timing[]): Answer => timingOf(steps.map(({ ends }) => ({ ends })));

/** Renders the times of a request that its headline doesn't have: of a single step, the start alone. */
export const timesOf = ({ steps }: { readonly steps: readonly ShownTiming[] }): Answer =>
  timingOf(steps.length === 1 ? steps.map(({ startsAt }) => ({ startsAt })) : steps);

/** Renders start and end of a change's steps as small print: once if they agree, otherwise a line for each step with a time. */
export function timingOf(steps: readonly ShownTiming[]): Answer {
  const texts = steps.map(timingText);
  const isCommon = new Set(texts.map((text) => JSON.stringify(text))).size === 1;
  const lines = isCommon
    ? texts.slice(0, 1)
    : texts.map((text, index) => (text.length > 0 ? [`Step ${index + 1}: `, ...text] : text));
  return lines.flatMap((text) => (text.length > 0 ? [context('🗓️ ', ...text)] : []));
}

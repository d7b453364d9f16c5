import {
  type Answer,
  type Button,
  buttons,
  context,
  type Inline,
  line,
  note,
  warning,
} from '../../answer/answer.ts';
import { withoutButtons } from '../../answer/without-buttons.ts';
import type { Instant } from '../../core/clock.ts';
import type { Change } from '../model/change.ts';
import { stepId } from '../model/ids.ts';
import type { Stays, Step, StepOutcome } from '../model/step.ts';
import { offersUndo } from '../model/undo.ts';
import { endButtons, endNowButton } from './end-buttons.ts';
import { standingOf } from './lead.ts';
import { offersInWords, undoButton } from './offers-in-words.ts';
import { howEarly } from './spans.ts';

/** The properties that the outcome depends on: the steps, and the answer if the change ended before they were executed. */
type Ended = Pick<Change, 'id' | 'steps' | 'closed'>;

/** Renders what is below the headline at the end: the outcomes of the steps with the actions possible at `now`, or why it ended before. */
export const outcomeOf = (change: Ended, now: Instant): Answer => [
  ...change.steps.flatMap((step, index) => outcomeOfStep(step, stepId(change.id, index), now)),
  ...(change.closed?.answer ?? []),
];

/** Renders the outcome of a step, with its Undo or its end; empty before its outcome. `id` is its id (`stepId`). */
function outcomeOfStep(step: Step, id: string, now: Instant): Answer {
  const { outcome } = step;
  if (!outcome) return [];
  if (outcome.kind === 'unknown') return [...outcome.answer, ...endOfUnknown([step])];
  return [
    ...withButtons(saidOf(step, outcome), ...buttonsOn(step, id, now)),
    ...staysText(outcome),
    ...smallPrint(step, now).map((text) => context(...text)),
  ];
}

/** Returns the answer of the operation, without buttons if what it did is over. */
const saidOf = (step: Step, { answer }: StepOutcome): Answer =>
  standingOf(step) === 'over' ? answer.flatMap(withoutButtons) : answer;

/** Returns the buttons on a completed step. A step that ends by itself has buttons for its end instead of an Undo. */
function buttonsOn(step: Step, id: string, now: Instant): readonly Button[] {
  const { end } = step;
  if (end?.phase === 'active') return endButtons({ id, step }, end.endsAt);
  if (end) return end.phase === 'unknown' ? [endNowButton({ id, step })] : [];
  return offersUndo(step, now) ? [undoButton(id)] : [];
}

/** Returns what the headline doesn't have: how much earlier than planned it ended, or until when it can be undone. */
function smallPrint(step: Step, now: Instant): readonly (readonly Inline[])[] {
  const { end } = step;
  if (!end) return offersInWords([step], now);
  const early = end.phase === 'ended' ? howEarly(end, end.since) : '';
  return early === '' ? [] : [[early]];
}

/**
 * Renders why a step stays although it was to end, and a remedy: the button shows a preview of the command that ends it. `name`
 * identifies one of several steps: "Step 2: ".
 */
export function staysText({ stays }: Pick<StepOutcome, 'stays'>, name = ''): Answer {
  if (!stays) return [];
  const why = warning(`${name}${staysNote(stays)}`);
  if (stays.line === undefined) return [why, note('Reverse it yourself when its time is over.')];
  return [
    why,
    note('End it yourself when its time is over: ', line(stays.line)),
    buttons({ label: 'End Now', action: { run: stays.line } }),
  ];
}

/** Returns a sentence with the reason why a step stays although it was to end. */
export const staysNote = ({ why }: Stays): string => `This doesn’t end by itself: ${why}.`;

/** Returns a note that nothing ends steps with an unknown outcome. */
export const endOfUnknown = (steps: readonly Step[]): Answer =>
  steps.some(({ ends, outcome }) => ends && outcome?.kind === 'unknown')
    ? [note('If it was applied, it doesn’t end by itself.')]
    : [];

/** Slack's upper bound for the buttons in a row. */
const maxButtons = 5;

/** Adds buttons to an answer, next to its own. */
function withButtons(answer: Answer, ...more: readonly Button[]): Answer {
  if (more.length === 0) return answer;
  const at = answer.findLastIndex(({ kind }) => kind === 'buttons');
  if (at >= 0)
    return answer.map((part, index) =>
      index === at && part.kind === 'buttons'
        ? { ...part, buttons: [...part.buttons.slice(0, maxButtons - more.length), ...more] }
        : part,
    );
  return [...answer, { kind: 'buttons', buttons: more }];
}

import {
  type Answer,
  type Button,
  context,
  type Inline,
  itemWithTone,
  type Part,
  time,
} from '../answer/answer.ts';
import { undoDoneId } from '../change/model/ids.ts';

/** Upper bound for the buttons of a row in Slack. */
const maxButtons = 5;

/** The button that undoes a step, by its id. */
export const undoButton = (step: string): Button => ({ label: 'Undo', action: { decide: 'undo', on: step } });

const until = 'Undo until ';

/** A result with the button that undoes its step, and until when it can be pressed: `expires`, in milliseconds since 1970. */
export const withUndo = (answer: Answer, step: string, expires: number): Answer => [
  ...withButtons(answer, undoButton(step)),
  undoUntil(new Date(expires)),
];

/** Small print that says until when an Undo is offered. */
export const undoUntil = (expires: Date): Part => context(until, time(expires, 'clock'));

/** Until when the Undo of an answer is offered; undefined if it says nothing of that. */
export const expiryIn = (answer: Answer): Date | undefined =>
  answer
    .flatMap((part) => (part.kind === 'context' ? [[part.text].flat()] : []))
    .flatMap((text) => {
      const [, at] = text.slice(text.indexOf(until));
      return text.includes(until) && typeof at === 'object' && 'time' in at ? [new Date(at.time)] : [];
    })[0];

/** The answer with more buttons: next to its own; a single one as the accessory of its only line. */
export function withButtons(answer: Answer, ...more: readonly Button[]): Answer {
  const at = answer.findLastIndex(({ kind }) => kind === 'buttons');
  if (at >= 0)
    return answer.map((part, index) =>
      index === at && part.kind === 'buttons'
        ? { ...part, buttons: [...part.buttons.slice(0, maxButtons - more.length), ...more] }
        : part,
    );
  const [only, ...others] = answer;
  if (only?.kind === 'notice' && others.length === 0 && more.length === 1)
    return [itemWithTone(only.tone, only.text, ...more)];
  return [...answer, { kind: 'buttons', buttons: more }];
}

/** The ids of the steps that the buttons of an answer undo; `undoDoneId` for a button that undoes several. */
export const undosIn = (answer: Answer): readonly string[] =>
  buttonsIn(answer).flatMap(({ action }) =>
    isUndo(action) ? [action.decide === 'undo' ? action.on : undoDoneId(action.on)] : [],
  );

export const buttonsIn = (answer: Answer): readonly Button[] =>
  answer.flatMap((part) => (part.kind === 'buttons' || part.kind === 'item' ? part.buttons : []));

const isUndo = (
  action: Button['action'],
): action is Extract<Button['action'], { readonly decide: unknown }> & {
  readonly decide: 'undo' | 'undoDone';
} => 'decide' in action && (action.decide === 'undo' || action.decide === 'undoDone');

/** A result without the button of its Undo. `why`: what became of it, in small print; empty if it expired. */
export const withoutUndo = (answer: Answer, why: readonly Inline[] = []): Answer =>
  without(answer, isUndo, until, why);

/**
 * An answer without certain buttons, and without the end of its small print from the word `mark` on, in whose place `instead` is
 * put.
 */
export const without = (
  answer: Answer,
  isGone: (action: Button['action']) => boolean,
  mark: string,
  instead: readonly Inline[] = [],
): Answer =>
  answer.flatMap((part): Part[] => {
    if (part.kind === 'item')
      return [{ ...part, buttons: part.buttons.filter(({ action }) => !isGone(action)) }];
    if (part.kind === 'buttons') {
      const left = part.buttons.filter(({ action }) => !isGone(action));
      return left.length > 0 || part.more ? [{ ...part, buttons: left }] : [];
    }
    if (part.kind !== 'context') return [part];
    const text = withoutMark([part.text].flat(), mark, instead);
    return text.length > 0 ? [context(...text)] : [];
  });

/** Small print with `instead` in place of "Undo until 9:44 PM", which is followed by nothing. */
function withoutMark(text: readonly Inline[], mark: string, instead: readonly Inline[]): readonly Inline[] {
  const at = text.indexOf(mark);
  if (at < 0) return text;
  const before = text.slice(0, text[at - 1] === ' · ' ? at - 1 : at);
  return [...before, ...(before.length > 0 && instead.length > 0 ? [' · '] : []), ...instead];
}

import {
  type Answer,
  type Button,
  context,
  type Inline,
  itemWithTone,
  type Part,
  time,
} from '../core/answer.ts';

/** Upper bound for the buttons of a row in Slack. */
const maxButtons = 5;

/** The button that undoes a step, by its id. */
export const undoButton = (step: string): Button => ({ label: 'Undo', action: { decide: 'undo', on: step } });

const until = 'Undo until ';

/** A result with the button that undoes its step, and until when it can be pressed: `expires`, in milliseconds since 1970. */
export const withUndo = (answer: Answer, step: string, expires: number): Answer => [
  ...withButton(answer, undoButton(step)),
  context(until, time(new Date(expires), 'clock')),
];

/** The answer with one more button: next to its buttons, else as the accessory of its only line. */
function withButton(answer: Answer, button: Button): Answer {
  const at = answer.findLastIndex(({ kind }) => kind === 'buttons');
  if (at >= 0)
    return answer.map((part, index) =>
      index === at && part.kind === 'buttons'
        ? { ...part, buttons: [...part.buttons.slice(0, maxButtons - 1), button] }
        : part,
    );
  const [only, ...others] = answer;
  if (only?.kind === 'notice' && others.length === 0) return [itemWithTone(only.tone, only.text, button)];
  return [...answer, { kind: 'buttons', buttons: [button] }];
}

/** The ids of the steps that the buttons of an answer undo. */
export const undosIn = (answer: Answer): readonly string[] =>
  buttonsIn(answer).flatMap(({ action }) => (isUndo(action) ? [action.on] : []));

const buttonsIn = (answer: Answer): readonly Button[] =>
  answer.flatMap((part) => (part.kind === 'buttons' || part.kind === 'item' ? part.buttons : []));

const isUndo = (
  action: Button['action'],
): action is Extract<Button['action'], { readonly decide: unknown }> & { readonly decide: 'undo' } =>
  'decide' in action && action.decide === 'undo';

/** A result without the button of its Undo. `why`: what became of it, in small print; empty if it expired. */
export const withoutUndo = (answer: Answer, why: readonly Inline[] = []): Answer =>
  answer.flatMap((part): Part[] => {
    if (part.kind === 'item')
      return [{ ...part, buttons: part.buttons.filter(({ action }) => !isUndo(action)) }];
    if (part.kind === 'buttons') {
      const left = part.buttons.filter(({ action }) => !isUndo(action));
      return left.length > 0 || part.more ? [{ ...part, buttons: left }] : [];
    }
    if (part.kind !== 'context') return [part];
    const text = withoutUntil([part.text].flat(), why);
    return text.length > 0 ? [context(...text)] : [];
  });

/** Small print with `why` in place of "Undo until 9:44 PM", which is followed by nothing. */
function withoutUntil(text: readonly Inline[], why: readonly Inline[]): readonly Inline[] {
  const at = text.indexOf(until);
  if (at < 0) return text;
  const before = text.slice(0, text[at - 1] === ' · ' ? at - 1 : at);
  return [...before, ...(before.length > 0 && why.length > 0 ? [' · '] : []), ...why];
}

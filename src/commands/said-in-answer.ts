import { type Answer, type Button, buttons, failed, line, note } from '../answer/answer.ts';
import { actButton } from '../command-line/act-button.ts';
import { join, scan, type Word } from '../operation/words.ts';
import type { Delivery, Result } from '../queue/result.ts';
import { ephemeral } from '../queue/result.ts';
import type { NotUnderstood, Options, Said } from '../sentence/meaning.ts';

/** Answers a sentence that isn't understood: why, and the nearest commands as buttons. */
export const answerUnclear = ({ unclear, nearest }: NotUnderstood): Result => ({
  ...ephemeral([failed(unclear), buttons(...nearest.slice(0, 3).map(actButton))]),
  outcome: 'refused',
});

/** Says in the answer to a sentence, below its first line, which command it was understood as. */
export const withSaid = (result: Result, said: Said): Result => ({
  ...result,
  deliveries: result.deliveries.map((delivery) => inDelivery(delivery, said)),
});

function inDelivery(delivery: Delivery, { words, notes, access }: Said): Delivery {
  if (delivery.kind !== 'ephemeral' && delivery.kind !== 'preview') return delivery;
  const [first, ...others] = access ? withAccess(delivery.answer, access) : delivery.answer;
  const understood = note(
    'Understood as ',
    line(join(words.map(shown))),
    ...notes.map((sentence) => ` · ${sentence}`),
  );
  return { ...delivery, answer: [...(first ? [first] : []), understood, ...others] };
}

/** An option that its form asks for. Left out, the line would be another command: to everyone, or for good. A typed “?” is refused. */
const shown = (word: Word): Word =>
  word.key !== undefined && word.text === '' ? { ...word, text: '?' } : word;

/** Adds options to the forms of an answer. A question can't have them, so a button that asks it again would forget them. */
const withAccess = (answer: Answer, access: Options): Answer =>
  answer.map((part) =>
    part.kind === 'buttons'
      ? { ...part, buttons: part.buttons.filter(isNoQuestion).map((one) => formWith(one, access)) }
      : part,
  );

const isNoQuestion = ({ action }: Button): boolean =>
  !('line' in action) || !action.line.startsWith('reach ');

function formWith(button: Button, access: Options): Button {
  if (!('form' in button.action)) return button;
  const { words } = scan(button.action.form);
  const others = words.filter(({ key }) => key === undefined || !(key in access));
  const added = Object.entries(access).flatMap(([key, text]) => (text === undefined ? [] : [{ key, text }]));
  return { ...button, action: { form: join([...others, ...added]) } };
}

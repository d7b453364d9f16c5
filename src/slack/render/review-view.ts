import type { ModalView } from '@slack/web-api';
import type { Narrowing, Review } from '../../core/view.ts';
import { draw } from './draw.ts';
import { clean } from './plain-text.ts';

/** `callback_id` of the modal. */
export const reviewCallback = 'review';
/** Block ids of the modal. The id of a field's block is `narrowed` followed by the field's name. */
export const decision = 'decision';
export const comment = 'comment';
export const narrowed = 'narrower.';
/** Slack's limit for the initial value of a text input. */
const maxInitial = 3000;

/** The decisions of the modal, as values of its radio buttons. */
export const votes = ['approve', 'reject', 'propose', 'breakGlass'] as const;
/** A decision of the modal. */
export type Vote = (typeof votes)[number];

/** Label of each decision. */
export const choices: Readonly<Record<Vote, string>> = {
  approve: 'Approve',
  reject: 'Reject (say why)',
  propose: 'Propose something narrower',
  breakGlass: 'Break the glass: approve my own request (say why)',
};

type Blocks = ModalView['blocks'];

/** Label of an approval while a suggestion is pending: it approves the wider change. */
const approveAll = 'Approve all of it, not the narrower suggestion';

const option = (word: Vote, suggested: boolean) => ({
  text: { type: 'plain_text' as const, text: word === 'approve' && suggested ? approveAll : choices[word] },
  value: word,
});

/** Renders a review as a modal: the change and, if the person can decide, the inputs for it. */
export function reviewView(
  { approval, channel, thread, shown, decide, suggestion }: Review,
  command: string,
): ModalView {
  const { blocks } = draw(shown, command);
  return {
    type: 'modal',
    callback_id: reviewCallback,
    title: { type: 'plain_text', text: 'Review a change' },
    close: { type: 'plain_text', text: decide ? 'Not now' : 'Close' },
    ...(decide && { submit: { type: 'plain_text', text: 'Decide' } }),
    private_metadata: JSON.stringify({
      approval,
      channel,
      ...(thread && { thread }),
      ...(suggestion && { suggestion }),
    }),
    blocks: [
      ...blocks.map((block) => ({ ...block })),
      ...(decide ? inputs(decide, suggestion !== undefined) : []),
    ] as Blocks,
  };
}

function inputs({ breakGlass, narrows }: NonNullable<Review['decide']>, suggested: boolean): Blocks {
  const words: Vote[] = breakGlass
    ? ['breakGlass']
    : ['approve', 'reject', ...(narrows.length > 0 ? (['propose'] as const) : [])];
  return [
    {
      type: 'input',
      block_id: decision,
      label: { type: 'plain_text', text: 'Your decision' },
      element: {
        type: 'radio_buttons',
        action_id: decision,
        options: words.map((word) => option(word, suggested)),
      },
    },
    {
      type: 'input',
      block_id: comment,
      optional: true,
      label: { type: 'plain_text', text: 'Comment' },
      hint: { type: 'plain_text', text: 'Needed to reject, and to break the glass.' },
      element: { type: 'plain_text_input', action_id: comment, multiline: true, max_length: 500 },
    },
    ...narrows.map(narrowing),
  ];
}

const narrowing = ({ field, label, hint, words }: Narrowing): Blocks[number] => ({
  type: 'input',
  block_id: `${narrowed}${field}`,
  optional: true,
  label: { type: 'plain_text', text: `Narrower: ${label}` },
  hint: { type: 'plain_text', text: `For a proposal: ${hint}` },
  element: {
    type: 'plain_text_input',
    action_id: field,
    // Too long a value is omitted, not cut: a cut one would be a different value. An empty field keeps the requested value.
    ...(words.length <= maxInitial && { initial_value: clean(words, maxInitial) }),
  },
});

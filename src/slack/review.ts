import type { ModalView } from '@slack/web-api';
import type { Narrowing, Review } from '../core/ports.ts';
import { draw } from './draw.ts';
import { metadataOf } from './metadata.ts';
import { clean } from './plain-text.ts';

/** The modal in which an approver decides, and what it says when it is submitted. */

export const reviewCallback = 'review';
const decision = 'decision';
const comment = 'comment';
const narrowed = 'narrower.';
/** Slack takes no longer initial value of a blank. */
const mostInitial = 3000;

const voteWords = ['approve', 'reject', 'propose', 'breakGlass'] as const;
export type Word = (typeof voteWords)[number];

const choices: Readonly<Record<Word, string>> = {
  approve: 'Approve',
  reject: 'Reject (say why)',
  propose: 'Propose something narrower',
  breakGlass: 'Break the glass: approve my own request (say why)',
};

type Blocks = ModalView['blocks'];

const option = (word: Word) => ({
  text: { type: 'plain_text' as const, text: choices[word] },
  value: word,
});

/** Draws what there is to read and, where there is something to decide, the blanks for it. */
export function reviewView({ approval, channel, thread, shown, decide }: Review, command: string): ModalView {
  const { blocks } = draw(shown, command);
  return {
    type: 'modal',
    callback_id: reviewCallback,
    title: { type: 'plain_text', text: 'Review a change' },
    close: { type: 'plain_text', text: decide ? 'Not now' : 'Close' },
    ...(decide && { submit: { type: 'plain_text', text: 'Decide' } }),
    private_metadata: JSON.stringify({ approval, channel, ...(thread && { thread }) }),
    blocks: [...blocks.map((block) => ({ ...block })), ...(decide ? blanks(decide) : [])] as Blocks,
  };
}

function blanks({ breakGlass, narrows }: NonNullable<Review['decide']>): Blocks {
  const words: Word[] = breakGlass
    ? ['breakGlass']
    : ['approve', 'reject', ...(narrows.length > 0 ? (['propose'] as const) : [])];
  return [
    {
      type: 'input',
      block_id: decision,
      label: { type: 'plain_text', text: 'Your decision' },
      element: { type: 'radio_buttons', action_id: decision, options: words.map(option) },
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
    // Cut off it would be another value; left empty it stays as it was asked for.
    ...(words.length <= mostInitial && { initial_value: clean(words, mostInitial) }),
  },
});

/** Said at the decision when it could not be handed on; what was entered stays in the modal. */
export const notTaken = {
  [decision]: 'Skydesk could not take this just now. Nothing was changed. Try again in a minute',
};

/** What an approver entered. */
export interface Decided {
  readonly approval: string;
  /** Where it was opened from. */
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly vote: Word;
  readonly comment: string;
  readonly narrower: Readonly<Record<string, string>>;
}

interface Submitted {
  readonly private_metadata: string;
  readonly state: {
    readonly values: Readonly<
      Record<
        string,
        Readonly<
          Record<
            string,
            { value?: string | null | undefined; selected_option?: { value: string } | null | undefined }
          >
        >
      >
    >;
  };
}

/** Reads a submitted modal: what was decided, or the mistakes by block. */
export function readReview(view: Submitted): Decided | { readonly errors: Record<string, string> } {
  const { values } = view.state;
  const text = (block: string): string => Object.values(values[block] ?? {})[0]?.value?.trim() ?? '';
  const word = Object.values(values[decision] ?? {})[0]?.selected_option?.value;
  const vote = voteWords.find((one) => one === word);
  if (!vote) return { errors: { [decision]: 'Choose one' } };
  const said = text(comment);
  if (said === '' && vote === 'reject') return { errors: { [comment]: 'Say why you reject it' } };
  if (said === '' && vote === 'breakGlass')
    return { errors: { [comment]: 'Say why it cannot wait for others' } };
  const narrower = Object.fromEntries(
    Object.keys(values)
      .filter((block) => block.startsWith(narrowed))
      .map((block) => [block.slice(narrowed.length), text(block)])
      .filter(([, words]) => words !== ''),
  );
  const { approval = '', channel = '', thread } = metadataOf(view);
  return { approval, channel, ...(thread && { thread }), vote, comment: said, narrower };
}

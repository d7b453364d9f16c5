import { isReason } from '../../core/reason.ts';
import { choices, comment, decision, narrowed, voteWords, type Word } from '../render/review-view.ts';
import { fieldsOf, textIn } from './payload-schema.ts';
import { metadataOf } from './view-metadata.ts';

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
  /** The narrower words by field, for a proposal; empty for every other decision. */
  readonly narrower: Readonly<Record<string, string>>;
  /** The id of the suggestion that was shown with it. */
  readonly suggestion?: string | undefined;
}

interface Submitted {
  readonly private_metadata: string;
  readonly blocks: readonly unknown[];
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

type Errors = Readonly<Record<string, string>>;

/** Reads a submitted modal: what was decided, or the mistakes by block. */
export function readReview(view: Submitted): Decided | { readonly errors: Errors } {
  const { values } = view.state;
  const text = (block: string): string => Object.values(values[block] ?? {})[0]?.value?.trim() ?? '';
  const word = Object.values(values[decision] ?? {})[0]?.selected_option?.value;
  const vote = voteWords.find((one) => one === word);
  if (!vote) return { errors: { [decision]: 'Choose one' } };
  const said = text(comment);
  if (!isReason(said) && vote === 'reject') return { errors: { [comment]: 'Say why you reject it' } };
  if (!isReason(said) && vote === 'breakGlass')
    return { errors: { [comment]: 'Say why it cannot wait for others' } };

  const entered = Object.keys(values)
    .filter((block) => block.startsWith(narrowed))
    .map((block) => ({ block, words: text(block), before: initialWords(view, block) }));
  const errors = mistakes(vote, entered);
  if (errors) return { errors };
  const narrower = vote === 'propose' ? entered.filter(({ words }) => words !== '') : [];
  const { approval = '', channel = '', thread, suggestion } = metadataOf(view);
  return {
    approval,
    channel,
    ...(thread && { thread }),
    vote,
    comment: said,
    narrower: Object.fromEntries(narrower.map(({ block, words }) => [block.slice(narrowed.length), words])),
    ...(suggestion && { suggestion }),
  };
}

interface Entered {
  readonly block: string;
  readonly words: string;
  /** What stood there when the modal was opened; empty where that was too long for a blank. */
  readonly before: string;
}

const onlyFor = `Only “${choices.propose}” takes this. Choose it, or put this back as it was`;

/** What an approver typed counts or is refused where it stands: no decision silently leaves an edit out. */
function mistakes(vote: Word, entered: readonly Entered[]): Errors | undefined {
  const edited = entered.filter(({ words, before }) => oneSpace(words) !== oneSpace(before));
  const wrong =
    vote === 'propose'
      ? edited
          .filter(({ words }) => words === '')
          .map(({ block }) => [block, 'Write what you would agree to'])
      : edited.map(({ block }) => [block, onlyFor]);
  if (wrong.length > 0) return Object.fromEntries(wrong);
  const [first] = entered;
  if (vote === 'propose' && first && edited.length === 0)
    return { [first.block]: 'Write something narrower, here or below' };
  return undefined;
}

const oneSpace = (words: string): string => words.trim().replace(/\s+/g, ' ');

/** What a blank held when the modal was opened. Slack sends the view's blocks back as they were drawn. */
function initialWords({ blocks }: Submitted, id: string): string {
  const block = blocks.map(fieldsOf).find(({ block_id }) => block_id === id);
  return textIn(fieldsOf(block?.element).initial_value);
}

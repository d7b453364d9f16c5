import { isReason } from '../../core/reason.ts';
import { choices, comment, decision, narrowed, type Vote, votes } from '../render/review-view.ts';
import { fieldsOf, textIn } from './payload-schema.ts';
import { metadataOf } from './view-metadata.ts';

/** Error shown in the modal if the decision could not be queued. The entered values stay in the modal. */
export const notTaken = {
  [decision]: 'Skydesk couldn’t process this. Try again in a minute',
};

/** A submitted review. */
export interface Decided {
  readonly approval: string;
  /** Channel and thread that the modal was opened from. */
  readonly channel: string;
  readonly thread?: string | undefined;
  readonly vote: Vote;
  readonly comment: string;
  /** The suggested values by field; empty unless the decision is to suggest changes. */
  readonly narrower: Readonly<Record<string, string>>;
  /** Id of the pending suggestion that the modal showed. */
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

/** Reads a submitted review modal: the decision, or error messages by block id. */
export function readReview(view: Submitted): Decided | { readonly errors: Errors } {
  const { values } = view.state;
  const text = (block: string): string => Object.values(values[block] ?? {})[0]?.value?.trim() ?? '';
  const word = Object.values(values[decision] ?? {})[0]?.selected_option?.value;
  const vote = votes.find((choice) => choice === word);
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
  /** Initial value of the field; empty if it was too long for Slack. */
  readonly before: string;
}

const onlyFor = `Only “${choices.propose}” takes this. Choose it, or put this back as it was`;

/** Error messages for edits that do not fit the decision, so that no edit is silently ignored; undefined if there are none. */
function mistakes(vote: Vote, entered: readonly Entered[]): Errors | undefined {
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

/** Initial value of a field. Slack returns the blocks of the view as they were rendered. */
function initialWords({ blocks }: Submitted, id: string): string {
  const block = blocks.map(fieldsOf).find(({ block_id }) => block_id === id);
  return textIn(fieldsOf(block?.element).initial_value);
}

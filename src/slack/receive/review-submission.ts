import { changedInNewVersion } from '../../answer/new-version.ts';
import { suggestionProblems } from '../../command-line/check-suggestion.ts';
import { capitalize } from '../../core/capitalize.ts';
import { isReason } from '../../core/reason.ts';
import type { RawArgs } from '../../operation/operation.ts';
import { clean } from '../render/plain-text.ts';
import { narrowed } from '../render/review-forms.ts';
import { type ReviewMetadata, type VoteKind, voteKinds } from '../render/review-metadata.ts';
import { comment } from '../render/review-view.ts';
import { metadataOf, type ViewState } from './view-metadata.ts';

/** Error shown in the modal if the decision may be lost, or may be queued although no answer came. The modal retains the entered values. */
export const voteMaybeLost = {
  [comment]: 'Skydesk may not have received this. Try again in a minute. It counts once.',
};

export interface Decided extends Omit<ReviewMetadata, 'operation' | 'raw'> {
  readonly comment: string;
  /** The suggested values by field; empty unless the decision is to suggest changes. */
  readonly narrower: RawArgs;
}

type Submitted = Omit<ViewState, 'id'>;

type Errors = Readonly<Record<string, string>>;

/** Reads the metadata of a review modal; undefined if another version wrote it. */
export function reviewMetadata(view: Pick<ViewState, 'private_metadata'>): ReviewMetadata | undefined {
  const {
    change = '',
    channel = '',
    thread,
    seen,
    suggestion,
    operation,
    raw,
    vote: kind,
  } = metadataOf(view);
  const vote = voteKinds.find((candidate) => candidate === kind);
  return vote && { change, channel, thread, seen, suggestion, operation, raw, vote };
}

/** Returns the words of the request that an approver can narrow, by field. */
export const rawOf = ({ raw = '{}' }: Pick<ReviewMetadata, 'raw'>): RawArgs =>
  Object.fromEntries(
    Object.entries(metadataOf({ private_metadata: raw })).map(([field, words = '']) => [field, words]),
  );

const missingReason: Readonly<Partial<Record<VoteKind, string>>> = {
  reject: 'Required to reject',
  breakGlass: 'Required for a break-glass approval',
};

/** Reads a submitted review modal: the decision, or error messages by block id. */
export function readReview(view: Submitted): Decided | { readonly errors: Errors } {
  const metadata = reviewMetadata(view);
  if (!metadata) return { errors: { [firstInput(view)]: changedInNewVersion('form', 'Open it again') } };
  const { operation: _, raw: __, ...about } = metadata;
  const { vote } = about;
  const said = textIn(view, comment);
  const why = missingReason[vote];
  if (why !== undefined && !isReason(said)) return { errors: { [comment]: why } };
  const narrower = vote === 'suggest' ? narrowerIn(view) : {};
  const errors = vote === 'suggest' ? errorsIn(narrower, metadata) : {};
  if (Object.keys(errors).length > 0) return { errors };
  return { ...about, comment: said, narrower };
}

/** Returns the text that was entered into an input. */
const textIn = ({ state }: Pick<Submitted, 'state'>, block: string): string =>
  Object.values(state.values[block] ?? {})[0]?.value?.trim() ?? '';

export const narrowerIn = (view: Pick<Submitted, 'state'>): RawArgs =>
  Object.fromEntries(
    Object.keys(view.state.values)
      .filter((block) => block.startsWith(narrowed))
      .map((block) => [block.slice(narrowed.length), textIn(view, block)]),
  );

/** Returns error messages for a suggestion, by block id. */
function errorsIn(narrower: RawArgs, { operation = '', raw }: ReviewMetadata): Errors {
  const problems = suggestionProblems(operation, rawOf({ raw }), narrower);
  return Object.fromEntries(
    problems.map(({ field, message }) => [
      field === undefined ? comment : `${narrowed}${field}`,
      capitalize(clean(message, 300)),
    ]),
  );
}

/** Returns the block id of the first input: Slack shows errors only at inputs that the view has. */
const firstInput = ({ blocks }: Submitted): string =>
  blocks.find(({ type }) => type === 'input')?.block_id ?? comment;

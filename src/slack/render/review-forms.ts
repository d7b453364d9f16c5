import type { InputBlock, ModalView } from '@slack/types';
import { capitalize } from '../../core/capitalize.ts';
import type { Fields, RawArgs } from '../../operation/operation.ts';
import { clean } from './plain-text.ts';
import type { ReviewMetadata } from './review-metadata.ts';
import { commentInput, plainText, reviewForm } from './review-view.ts';

/** Block id of a field of a suggestion: this, followed by the field's name. */
export const narrowed = 'narrower.';
/** Slack's limit for the initial value of a text input, in characters. */
const maxInitial = 3000;

/** The form in which an approver rejects a request. */
export const rejectForm = (metadata: ReviewMetadata): ModalView =>
  reviewForm({ ...metadata, vote: 'reject' }, [
    commentInput('Reason', {
      hint: 'Shown to the requester, and in the thread of the card.',
      isRequired: true,
    }),
  ]);

/**
 * The form in which an approver suggests something narrower: the ranges and ports of the request, to be edited. `raw` has the
 * words of the request.
 */
export const suggestForm = (metadata: ReviewMetadata, fields: Fields<never>, raw: RawArgs): ModalView =>
  reviewForm({ ...metadata, vote: 'suggest' }, [
    {
      type: 'section',
      text: plainText(
        'The requester can accept your suggestion with one click. It then counts as your approval.',
      ),
    },
    ...narrowable(fields, raw).map(([name, { label, hint, input }, words]) =>
      narrowing(
        name,
        `Suggested ${label.charAt(0).toLowerCase()}${label.slice(1)}`,
        hint,
        words,
        input?.kind === 'text' && input.lines === 'several',
      ),
    ),
    commentInput('Comment'),
  ]);

/** The fields for which an approver can suggest a narrower value, with their words in the request. */
const narrowable = (
  fields: Fields<never>,
  raw: RawArgs,
): readonly (readonly [name: string, field: Fields<never>[string], words: string])[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const words = raw[name];
    return field.isNoWider && words ? [[name, field, words] as const] : [];
  });

const narrowing = (
  name: string,
  label: string,
  hint: string,
  words: string,
  isMultiline: boolean,
): InputBlock => ({
  type: 'input',
  block_id: `${narrowed}${name}`,
  label: plainText(label),
  ...(hint && { hint: plainText(capitalize(hint)) }),
  element: {
    type: 'plain_text_input',
    action_id: name,
    ...(isMultiline && { multiline: true }),
    // Too long a value is omitted, not cut: a cut one would be a different value.
    ...(words.length <= maxInitial && { initial_value: clean(words, maxInitial) }),
  },
});

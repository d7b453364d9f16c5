import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import { capitalize } from '../../core/capitalize.ts';
import type { SuggestionForm } from '../../messaging/view.ts';
import type { Fields, RawArgs } from '../../operation/operation.ts';
import { operationById } from '../../operations/index.ts';
import { clean, plainText } from './plain-text.ts';
import { narrowsAsMetadata, type ReviewMetadata } from './review-metadata.ts';
import { commentInput, drawAlerts, reviewForm } from './review-view.ts';

/** Prefix of the block id and the `action_id` of a suggestion's field; the field's name follows. */
export const narrowed = 'narrower.';
/** Slack's limit for the initial value of a text input, in characters. */
const maxInitial = 3000;

/** Returns the form in which an approver rejects a request. */
export const rejectForm = (metadata: ReviewMetadata): ModalView =>
  reviewForm({ ...metadata, vote: 'reject' }, [
    commentInput('Why not?', {
      hint: 'The requester reads it. The first 60 characters are in the push.',
      isRequired: true,
    }),
  ]);

/**
 * Returns the form in which an approver suggests something narrower: the editable ranges and ports of the request. `raw` contains
 * the words of the request.
 */
export const suggestForm = (
  metadata: Omit<ReviewMetadata, 'vote'>,
  fields: Fields<never>,
  raw: RawArgs,
  alerts: readonly KnownBlock[] = [],
): ModalView =>
  reviewForm({ ...metadata, vote: 'suggest' }, [
    {
      type: 'section',
      text: plainText(
        'The requester can accept your suggestion with one click. It then counts as your approval, and is applied if no other one is missing.',
      ),
    },
    ...narrowable(fields, raw),
    ...alerts,
    commentInput('Comment'),
  ]);

/** Renders the form again while the approver types, with the effect of the suggestion. Its fields retain ids and values. */
export function suggestionView(form: SuggestionForm, command: string, plainly = false): ModalView {
  const { change, channel, thread, seen, suggestion, narrows, alerts } = form;
  const about = { change, channel, thread, seen, suggestion, ...narrowsAsMetadata(narrows) };
  const { fields = {} } = operationById(narrows.operation) ?? {};
  return suggestForm(about, fields, narrows.raw, drawAlerts(alerts, command, plainly));
}

/** Returns an input for each field for which an approver can suggest a narrower value, filled with the request's words. */
const narrowable = (fields: Fields<never>, raw: RawArgs): readonly InputBlock[] =>
  Object.entries(fields).flatMap(([name, field]) => {
    const words = raw[name];
    return field.isNoWider && words ? [narrowing(name, field, words)] : [];
  });

const narrowing = (
  name: string,
  { label, hint, input }: Fields<never>[string],
  words: string,
): InputBlock => ({
  type: 'input',
  block_id: `${narrowed}${name}`,
  label: plainText(`Suggested ${label.charAt(0).toLowerCase()}${label.slice(1)}`),
  ...(hint && { hint: plainText(capitalize(hint)) }),
  dispatch_action: true,
  element: {
    type: 'plain_text_input',
    action_id: `${narrowed}${name}`,
    dispatch_action_config: { trigger_actions_on: ['on_character_entered'] },
    ...(input?.kind === 'text' && input.lines === 'several' && { multiline: true }),
    // A value that is too long is omitted: a truncated one would be a different value.
    ...(words.length <= maxInitial && { initial_value: clean(words, maxInitial) }),
  },
});

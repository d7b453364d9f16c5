import type { ModalView } from '@slack/types';
import type { Answer, Button } from '../../answer/answer.ts';
import type { ReplyTarget } from '../../messaging/reply-target.ts';
import { drawPlainly } from './draw.ts';
import { modalNote, modalTitle, replyMetadata } from './form-view.ts';

/** `callback_id` of all previews on top of a form. */
export const previewCallback = 'preview';

const modal = {
  type: 'modal',
  callback_id: previewCallback,
  title: modalTitle('Preview'),
  // Slack returns to the form underneath, which retains all entered values.
  close: modalTitle('Back'),
} as const;

/**
 * Returns the view on top of a submitted form that is shown until the worker has rendered the preview. `external` is the view's
 * `external_id`, by which the worker finds it.
 */
export const checking = (external: string): ModalView => ({
  ...modal,
  external_id: external,
  blocks: modalNote('Checking…', 'If you close this, the preview is sent as a message.'),
});

/** Returns the view that replaces a preview whose confirmation may be lost: SQS can have taken it although no answer came. */
export const maybeLost = (): ModalView => ({
  ...modal,
  blocks: modalNote(
    'Skydesk may not have received this. If it did, a message shows the outcome. Check that, and Home, before you try again.',
  ),
});

/**
 * Renders the answer to a submitted form as a modal. Its submit button is the answer's button that confirms the change. The
 * modal has no other buttons: Back leads to the form.
 */
export function previewView(answer: Answer, replyTo: ReplyTarget, command: string): ModalView {
  const confirm = confirmIn(answer);
  const text = answer.filter(({ kind }) => kind !== 'buttons');
  return {
    ...modal,
    ...(confirm && {
      submit: modalTitle(confirm.label),
      private_metadata: JSON.stringify({
        pending: confirm.on,
        seen: confirm.seen,
        ...replyMetadata(replyTo),
      }),
    }),
    blocks: drawPlainly(text, command).blocks,
  };
}

/** Returns the label of the preview's button that confirms its change, the id of the change, and the digest of what is shown. */
function confirmIn(answer: Answer) {
  const offered = answer.flatMap((part): readonly Button[] => (part.kind === 'buttons' ? part.buttons : []));
  return offered.flatMap(({ label, action }) =>
    'decide' in action && action.decide === 'confirm' ? [{ ...action, label }] : [],
  )[0];
}

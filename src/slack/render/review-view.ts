import type { InputBlock, KnownBlock, ModalView } from '@slack/types';
import type { Alert, Review } from '../../messaging/view.ts';
import { draw, withoutPictures } from './draw.ts';
import { isKnown } from './draw-chart.ts';
import { mrkdwn } from './mrkdwn.ts';
import { inlines, plain, plainText } from './plain-text.ts';
import { narrowsAsMetadata, type ReviewMetadata, type VoteKind, writeMetadata } from './review-metadata.ts';

/** `callback_id` of all forms of a review. */
export const reviewCallback = 'review';
/** Block id of the comment, or of the reason, in each of these forms. */
export const comment = 'comment';
/** Prefix of the `action_id` of the buttons that open another form; the form's vote follows. */
export const turnTo = 'turn:';

/** Title of a review while it loads. The name of its request then replaces it. */
export const reviewTitle = 'Review';

/** Upper bound for the text of an alert, in characters. */
const maxAlert = 3000;

interface Form {
  readonly title: string;
  readonly submit: string;
  readonly close: string;
}

/** The texts around each form. Titles and buttons have at most 24 characters. */
const forms: Readonly<Record<VoteKind, Form>> = {
  approve: { title: reviewTitle, submit: 'Approve', close: 'Cancel' },
  reject: { title: 'Reject request', submit: 'Reject', close: 'Back' },
  suggest: { title: 'Suggest changes', submit: 'Send Suggestion', close: 'Back' },
  breakGlass: { title: 'Break-glass approval', submit: 'Approve Now', close: 'Cancel' },
};

/** Label of an approval while a suggestion is pending: it approves the wider change. */
const approveWider = 'Approve Wider Request';

/** Renders a form of a review: `blocks`, then its inputs. */
export const reviewForm = (
  metadata: ReviewMetadata,
  blocks: readonly KnownBlock[],
  submit = forms[metadata.vote].submit,
): ModalView => ({
  type: 'modal',
  callback_id: reviewCallback,
  title: plainText(forms[metadata.vote].title),
  close: plainText(forms[metadata.vote].close),
  submit: plainText(submit),
  private_metadata: writeMetadata(metadata),
  blocks: [...blocks],
});

/** Renders alerts as blocks or, if `plainly`, as text, for workspaces where Slack refuses those blocks. */
export const drawAlerts = (all: readonly Alert[], command: string, plainly: boolean): readonly KnownBlock[] =>
  all.flatMap((alert) => (plainly ? drawAlertAsText(alert, command) : [drawAlert(alert, command)]));

/**
 * Renders a review as a modal: the change and, if the person can decide, the form to approve it, or only the buttons to reject or
 * narrow it. If `plainly`, alerts are text and pictures are omitted.
 */
export function reviewView(review: Review, command: string, plainly = false): ModalView {
  const { change, name, channel, thread, seen, suggestion, decide } = review;
  const shown: readonly KnownBlock[] = [
    ...draw(review.first ?? [], command).blocks.filter(isKnown),
    ...drawAlerts(review.alerts, command, plainly),
    ...draw(plainly ? withoutPictures(review.shown) : review.shown, command).blocks.filter(isKnown),
  ];
  if (!decide) {
    return {
      type: 'modal',
      callback_id: reviewCallback,
      title: plainText(`Request ${name}`, 24),
      close: plainText('Close'),
      blocks: [...shown],
    };
  }
  const about = { change, channel, thread, seen, suggestion };
  if (decide.kind === 'breakGlass') {
    const reason = commentInput('Reason', {
      hint: 'Shown to everyone in the approvals channel.',
      isRequired: true,
    });
    return reviewForm({ ...about, vote: 'breakGlass' }, [...shown, reason]);
  }
  const metadata = { ...about, vote: 'approve', ...narrowsAsMetadata(decide.narrows) } as const;
  const isKept = decide.narrows !== undefined && writeMetadata(metadata).includes('"operation"');
  const title = plainText(`${reviewTitle} ${name}`, 24);
  if (!decide.canApprove) {
    const { submit: _, ...withoutApprove } = reviewForm(metadata, [...shown, otherForms(isKept)]);
    return { ...withoutApprove, title, close: plainText('Close') };
  }
  const submit = suggestion === undefined ? undefined : approveWider;
  return {
    ...reviewForm(metadata, [...shown, commentInput('Comment'), otherForms(isKept)], submit),
    title,
  };
}

/** Renders the text input for an approver's comment or reason. */
export const commentInput = (
  label: string,
  { hint, isRequired = false }: { readonly hint?: string; readonly isRequired?: boolean } = {},
): InputBlock => ({
  type: 'input',
  block_id: comment,
  optional: !isRequired,
  label: plainText(label),
  ...(hint && { hint: plainText(hint) }),
  element: { type: 'plain_text_input', action_id: comment, multiline: true, max_length: 500 },
});

const otherForms = (canSuggest: boolean): KnownBlock => ({
  type: 'actions',
  elements: [
    turnButton('reject', 'Reject…'),
    ...(canSuggest ? [turnButton('suggest', 'Suggest Changes…')] : []),
  ],
});

const turnButton = (vote: VoteKind, label: string) => ({
  type: 'button' as const,
  action_id: `${turnTo}${vote}`,
  text: plainText(label),
  value: vote,
});

function drawAlert({ level, text }: Alert, command: string): KnownBlock {
  const written = mrkdwn(text, command);
  return {
    type: 'alert',
    level,
    text:
      written !== undefined && written.length <= maxAlert
        ? { type: 'mrkdwn', text: written, verbatim: true }
        : plainText(
            inlines(text)
              .map((inline) => plain(inline, command))
              .join(''),
            maxAlert,
          ),
  };
}

const tones = { info: 'neutral', warning: 'warning', error: 'failed' } as const;

const drawAlertAsText = ({ level, text }: Alert, command: string): KnownBlock[] =>
  draw([{ kind: 'notice', tone: tones[level], text }], command).blocks.filter(isKnown);

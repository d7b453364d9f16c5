import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { orLogged } from '../../answer/or-logged.ts';
import { notOpenedId } from '../../change/model/ids.ts';
import { operationById } from '../../operations/index.ts';
import { narrowed, rejectForm, suggestForm } from '../render/review-forms.ts';
import type { ReviewMetadata } from '../render/review-metadata.ts';
import { reviewCallback, reviewTitle, turnTo } from '../render/review-view.ts';
import type { AppOptions } from './app-options.ts';
import { type Interaction, originOf } from './interaction.ts';
import { openPlaceholder, unconfirmedDelay } from './open-placeholder.ts';
import { narrowerIn, rawOf, readReview, reviewMetadata, voteMaybeLost } from './review-submission.ts';
import { replyToFrom } from './view-metadata.ts';

/** The fields of a suggestion, which send an action while the approver types. */
const narrowedField = new RegExp(`^${narrowed.replace('.', '\\.')}`);

/** Registers the listeners for review modals. Returns a function that opens one. */
export function registerReviewListeners(
  app: App,
  { openView, pushView, queue, log }: Pick<AppOptions, 'openView' | 'pushView' | 'queue' | 'log'>,
) {
  app.action(
    { action_id: new RegExp(`^${turnTo}`), type: 'block_actions' },
    async ({ body, action, context, ack }) => {
      const metadata = body.view && reviewMetadata(body.view);
      const form = metadata && formFor('action_id' in action ? action.action_id : '', metadata);
      if (!metadata || !form) return ack();
      // Opened here, since the trigger expires in three seconds. The view underneath has all the data that the form needs.
      const opened = await pushView(body.trigger_id, form);
      if (opened.state === 'refused') {
        log('form not opened', { why: opened.why });
        const { change } = metadata;
        const origin = originOf(body, context, replyToFrom(metadata, body.user.id));
        await queue.send({
          ...origin,
          id: notOpenedId(origin.id),
          kind: 'review',
          change,
          breakGlass: false,
        });
      }
      return ack();
    },
  );

  app.action({ action_id: narrowedField, type: 'block_actions' }, async ({ body, context, ack }) => {
    const metadata = body.view && reviewMetadata(body.view);
    if (body.view && metadata) {
      const { change, seen, suggestion } = metadata;
      await queue.send({
        ...originOf(body, context, replyToFrom(metadata, body.user.id)),
        kind: 'dryRun',
        view: { id: body.view.id },
        change,
        narrower: narrowerIn(body.view),
        seen,
        ...(suggestion && { suggestion }),
      });
    }
    return ack();
  });

  app.view({ callback_id: reviewCallback, type: 'view_submission' }, async ({ body, view, context, ack }) => {
    const decided = readReview(view);
    if ('errors' in decided) return ack({ response_action: 'errors', errors: decided.errors });
    const { change, vote, comment, narrower, seen, suggestion } = decided;
    const sending = queue.send({
      ...originOf(body, context, replyToFrom(decided, body.user.id)),
      kind: 'vote',
      change,
      vote,
      comment,
      narrower,
      seen,
      ...(suggestion && { suggestion }),
    });
    if (!(await orLogged(sending, log, 'not queued')))
      return ack({ response_action: 'errors', errors: voteMaybeLost });
    const isOnTop = vote === 'reject' || vote === 'suggest';
    return isOnTop ? ack({ response_action: 'clear' }) : ack();
  });

  return {
    /** Opens a placeholder modal, and queues the job that fills it. The worker notifies the person if it may not have opened. */
    async open(
      change: string,
      form: 'review' | 'breakGlass',
      { trigger, ...base }: Interaction,
    ): Promise<void> {
      const asking = { id: base.id, trigger };
      const opened = await openPlaceholder('review', reviewTitle, asking, { openView, log });
      const review = { ...base, kind: 'review' as const, change, breakGlass: form === 'breakGlass' };
      if (opened) await queue.send({ ...review, view: opened.view }, opened.delay);
      if (!opened?.isOpen) await queue.send({ ...review, id: notOpenedId(base.id) }, unconfirmedDelay);
    },
  };
}

/** Returns the form that a button in a review modal opens on top of it; undefined if this version has none. */
function formFor(actionId: string, metadata: ReviewMetadata): ModalView | undefined {
  if (actionId === `${turnTo}reject`) return rejectForm(metadata);
  const operation = actionId === `${turnTo}suggest` && operationById(metadata.operation ?? '');
  return operation ? suggestForm(metadata, operation.fields, rawOf(metadata)) : undefined;
}

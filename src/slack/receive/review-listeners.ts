import type { App } from '@slack/bolt';
import type { ModalView } from '@slack/types';
import { errorName } from '../../answer/user-error.ts';
import { notOpenedId } from '../../change/model/ids.ts';
import type { Log } from '../../core/log.ts';
import { operationById } from '../../operations/index.ts';
import type { Job } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';
import { narrowed, rejectForm, suggestForm } from '../render/review-forms.ts';
import type { ReviewMetadata } from '../render/review-metadata.ts';
import { reviewCallback, reviewTitle, turnTo } from '../render/review-view.ts';
import type { Interaction } from './asking.ts';
import { openPlaceholder, unconfirmedDelay } from './open-placeholder.ts';
import type { OpenView } from './open-view.ts';
import { workspaceOf } from './payload-schema.ts';
import { narrowerIn, notTaken, rawOf, readReview, reviewMetadata } from './review-submission.ts';

/** The fields of a suggestion, which tell what is typed into them. */
const narrowedField = new RegExp(`^${narrowed.replace('.', '\\.')}`);

/** What the listeners call. `pushView` opens a view on top of the one in which a button was pressed. */
export interface ReviewListenerDependencies {
  readonly openView: OpenView;
  readonly pushView: OpenView;
  readonly queue: Queue<Job>;
  readonly log: Log;
}

/** Registers the listeners for review modals. Returns a function that opens one. */
export function registerReviewListeners(
  app: App,
  { openView, pushView, queue, log }: ReviewListenerDependencies,
) {
  app.action(
    { action_id: new RegExp(`^${turnTo}`), type: 'block_actions' },
    async ({ body, action, context, ack }) => {
      const metadata = body.view && reviewMetadata(body.view);
      const form = metadata && formFor('action_id' in action ? action.action_id : '', metadata);
      if (!metadata || !form) return ack();
      // It is opened here, since the trigger expires in three seconds. All that it shows is in the view it is opened from.
      const opened = await pushView(body.trigger_id, form);
      if (opened.state === 'refused') {
        log('form not opened', { why: opened.why });
        const { channel, thread, change } = metadata;
        await queue.send({
          kind: 'review',
          id: notOpenedId(String(context.requestId)),
          team: workspaceOf(body),
          replyTo: { channel, ...(thread && { thread }), person: body.user.id },
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
      const { channel, thread, change, suggestion } = metadata;
      await queue.send({
        kind: 'whatIf',
        id: String(context.requestId),
        team: workspaceOf(body),
        replyTo: { channel, ...(thread && { thread }), person: body.user.id },
        view: { id: body.view.id },
        change,
        narrower: narrowerIn(body.view),
        ...(suggestion && { suggestion }),
      });
    }
    return ack();
  });

  app.view({ callback_id: reviewCallback, type: 'view_submission' }, async ({ body, view, context, ack }) => {
    const decided = readReview(view);
    if ('errors' in decided) return ack({ response_action: 'errors', errors: decided.errors });
    const { change, channel, thread, vote, comment, narrower, suggestion } = decided;
    try {
      await queue.send({
        kind: 'vote',
        id: String(context.requestId),
        team: workspaceOf(body),
        replyTo: { channel, ...(thread && { thread }), person: body.user.id },
        change,
        vote,
        comment,
        narrower,
        ...(suggestion && { suggestion }),
      });
    } catch (error) {
      log('not queued', { error: errorName(error) });
      return ack({ response_action: 'errors', errors: notTaken });
    }
    const isOnTop = vote === 'reject' || vote === 'suggest';
    return isOnTop ? ack({ response_action: 'clear' }) : ack();
  });

  return {
    /** Opens a placeholder modal, and queues the job that fills it. If it is not confirmed open, the worker notifies the person. */
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

/** The form that a button in a review modal opens on top of it; undefined if this version has none. */
function formFor(actionId: string, metadata: ReviewMetadata): ModalView | undefined {
  if (actionId === `${turnTo}reject`) return rejectForm(metadata);
  const operation = actionId === `${turnTo}suggest` && operationById(metadata.operation ?? '');
  return operation ? suggestForm(metadata, operation.fields, rawOf(metadata)) : undefined;
}

import type { App } from '@slack/bolt';
import { notOpenedId } from '../../core/ids.ts';
import type { Log } from '../../core/log.ts';
import type { Queue } from '../../core/queue.ts';
import { errorName } from '../../core/user-error.ts';
import type { Job } from '../../requests/job.ts';
import { reviewCallback } from '../render/review-view.ts';
import type { Interaction } from './asking.ts';
import { openPlaceholder, unconfirmedDelay } from './open-placeholder.ts';
import type { OpenView } from './open-view.ts';
import { workspaceOf } from './payload-schema.ts';
import { notTaken, readReview } from './review-submission.ts';

/** Registers the listener for submitted reviews. Returns a function that opens the review modal. */
export function registerReviewListeners(
  app: App,
  { openView, queue, log }: { openView: OpenView; queue: Queue<Job>; log: Log },
) {
  app.view({ callback_id: reviewCallback, type: 'view_submission' }, async ({ body, view, context, ack }) => {
    const decided = readReview(view);
    if ('errors' in decided) return ack({ response_action: 'errors', errors: decided.errors });
    const { approval, channel, thread, vote, comment, narrower, suggestion } = decided;
    try {
      await queue.send({
        kind: 'vote',
        id: String(context.requestId),
        team: workspaceOf(body),
        replyTo: { channel, ...(thread && { thread }), person: body.user.id },
        approval,
        vote,
        comment,
        narrower,
        ...(suggestion && { suggestion }),
      });
    } catch (error) {
      log('not queued', { error: errorName(error) });
      return ack({ response_action: 'errors', errors: notTaken });
    }
    return ack();
  });

  return {
    /** Opens a placeholder modal, and queues the job that fills it. If it is not confirmed open, the worker notifies the person. */
    async open(approval: string, { trigger, ...base }: Interaction): Promise<void> {
      const asking = { id: base.id, trigger };
      const opened = await openPlaceholder('review', 'Review a change', asking, { openView, log });
      const review = { ...base, kind: 'review' as const, approval };
      if (opened) await queue.send({ ...review, view: opened.view }, opened.delay);
      if (!opened?.isOpen) await queue.send({ ...review, id: notOpenedId(base.id) }, unconfirmedDelay);
    },
  };
}

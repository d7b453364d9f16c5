import type { App } from '@slack/bolt';
import type { Log, Queue } from '../core/ports.ts';
import type { Job } from '../flow/job.ts';
import { placeholder } from './form.ts';
import type { Asking } from './form-door.ts';
import type { OpenView } from './open-view.ts';
import { notTaken, readReview, reviewCallback } from './review.ts';

/** Seconds after which a view that Slack did not confirm in time is there, if it ever is. */
const laterOn = 2;

/** Listens to decisions in the approval modal on `app`; opens it for whoever presses Review. */
export function reviewDoor(
  app: App,
  { openView, queue, log }: { openView: OpenView; queue: Queue<Job>; log: Log },
) {
  app.view({ callback_id: reviewCallback, type: 'view_submission' }, async ({ body, view, context, ack }) => {
    const decided = readReview(view);
    if ('errors' in decided) return ack({ response_action: 'errors', errors: decided.errors });
    const { approval, channel, vote, comment, narrower } = decided;
    try {
      await queue.send({
        kind: 'vote',
        id: String(context.requestId),
        team: body.user.team_id ?? body.team?.id ?? '',
        place: { channel, person: body.user.id },
        approval,
        vote,
        comment,
        narrower,
      });
    } catch (error) {
      log('not queued', { error: (error as Error).name });
      return ack({ response_action: 'errors', errors: notTaken });
    }
    return ack();
  });

  return {
    /** Opens the modal's placeholder and has it filled; the worker tells where it could not be opened. */
    async open(approval: string, { trigger, ...base }: Asking): Promise<void> {
      const external = base.id;
      const opening = await openView(trigger, { ...placeholder('Review a change'), external_id: external });
      if (opening.state !== 'open')
        log('review not opened', { why: 'why' in opening ? opening.why : 'timeout' });
      const isOpen = opening.state === 'open';
      const view = isOpen ? opening.view : opening.state === 'unknown' ? { external } : undefined;
      await queue.send({ ...base, kind: 'review', approval, ...(view && { view }) }, isOpen ? 0 : laterOn);
    },
  };
}

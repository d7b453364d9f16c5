import type { App } from '@slack/bolt';
import { errorName } from '../../answer/user-error.ts';
import type { Log } from '../../core/log.ts';
import type { Job } from '../../queue/job.ts';
import type { Queue } from '../../queue/queue.ts';
import { readChecklist } from '../render/draw-checklist.ts';
import { notConfirmed, previewCallback } from '../render/preview-view.ts';
import { workspaceOf } from './payload-schema.ts';
import { metadataOf, replyToFrom } from './view-metadata.ts';

/** Registers the listener for previews on top of a form: their submit button confirms the change, and closes the form too. */
export function registerPreviewListener(app: App, { queue, log }: { queue: Queue<Job>; log: Log }): void {
  app.view(
    { callback_id: previewCallback, type: 'view_submission' },
    async ({ body, view, context, ack }) => {
      const metadata = metadataOf(view);
      const checked = readChecklist(view.state.values);
      if (checked?.nothing)
        return ack({ response_action: 'errors', errors: { [checked.block]: 'Tick at least one.' } });
      try {
        await queue.send({
          kind: 'decision',
          decision: 'confirm',
          on: metadata.pending ?? '',
          inModal: true,
          ...(checked && checked.leftOut.length > 0 && { leftOut: [...checked.leftOut] }),
          id: String(context.requestId),
          team: workspaceOf(body),
          replyTo: replyToFrom(metadata, body.user.id),
        });
      } catch (error) {
        log('not queued', { error: errorName(error) });
        return ack({ response_action: 'update', view: notConfirmed() });
      }
      return ack({ response_action: 'clear' });
    },
  );
}

import type { App } from '@slack/bolt';
import { orLogged } from '../../answer/or-logged.ts';
import { excludedIn, readChecklist } from '../render/draw-checklist.ts';
import { maybeLost, previewCallback } from '../render/preview-view.ts';
import type { AppOptions } from './app-options.ts';
import { originOf } from './interaction.ts';
import { metadataOf, replyToFrom } from './view-metadata.ts';

/** Registers the listener for previews on top of a form. Their submit button confirms the change and closes the form as well. */
export function registerPreviewListener(app: App, { queue, log }: Pick<AppOptions, 'queue' | 'log'>): void {
  app.view(
    { callback_id: previewCallback, type: 'view_submission' },
    async ({ body, view, context, ack }) => {
      const metadata = metadataOf(view);
      const checked = readChecklist(view.state.values);
      if (checked?.nothing)
        return ack({ response_action: 'errors', errors: { [checked.block]: 'Tick at least one.' } });
      const sending = queue.send({
        ...originOf(body, context, replyToFrom(metadata, body.user.id)),
        kind: 'decision',
        decision: 'confirm',
        on: metadata.pending ?? '',
        inModal: true,
        seen: metadata.seen,
        ...excludedIn(checked),
      });
      const isQueued = await orLogged(sending, log, 'not queued');
      return ack(isQueued ? { response_action: 'clear' } : { response_action: 'update', view: maybeLost() });
    },
  );
}

import type { App } from '@slack/bolt';
import { formView, outdatedForm } from '../render/form-view.ts';
import { previewCallback } from '../render/preview-view.ts';
import { reviewCallback } from '../render/review-view.ts';

/** Any `callback_id` of another version. */
const unknown = new RegExp(`^(?!(?:${[formView, previewCallback, reviewCallback].join('|')})$)`);

/** Registers the listener for modals of another version of Skydesk: Slack would close them as if they had been taken. */
export function registerUnknownViewListener(app: App): void {
  app.view({ callback_id: unknown, type: 'view_submission' }, ({ ack }) =>
    ack({ response_action: 'update', view: outdatedForm() }),
  );
}

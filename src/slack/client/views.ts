import type { ModalView } from '@slack/types';
import type { Form } from '../../commands/parse/form.ts';
import type { Answer } from '../../core/answer.ts';
import type { Log } from '../../core/log.ts';
import type { HomeTabs, Reviews, ViewRef, Views } from '../../core/view.ts';
import { SlackRejection } from '../api/slack-rejection.ts';
import { drawHome, drawHomePlainly } from '../render/draw.ts';
import type { AnyBlock } from '../render/draw-chart.ts';
import { drawForm } from '../render/form-view.ts';
import { reviewView } from '../render/review-view.ts';
import type { SlackCall } from './web.ts';

/** Error codes for a view that was closed or has changed meanwhile. The update is dropped. */
const outdated = ['not_found', 'hash_conflict'];

/** Error codes for a view with blocks that Slack does not accept. */
const refused = ['invalid_arguments', 'invalid_blocks', 'invalid_view'];

/** Updates open modals and Home tabs. `command` is the name of the slash command, `/cloud`. */
export function viewsOf(
  slack: SlackCall,
  command: string,
  log: Log,
): { views: Views<Form>; reviews: Reviews; homeTabs: HomeTabs } {
  async function update({ id, external, hash }: ViewRef, view: ModalView): Promise<void> {
    const which = id === undefined ? { external_id: external ?? '' } : { view_id: id };
    try {
      await slack((web) => web.views.update({ ...which, ...(hash && { hash }), view }));
    } catch (error) {
      if (!(error instanceof SlackRejection && outdated.includes(error.reason))) throw error;
      log('view dropped', { view: view.callback_id ?? '', why: error.reason });
    }
  }
  /** Publishes a Home tab; without charts and tables if Slack refuses them there. */
  async function publish(person: string, answer: Answer): Promise<void> {
    const show = (blocks: readonly AnyBlock[]) =>
      slack((web) =>
        web.views.publish({
          user_id: person,
          view: { type: 'home', blocks: blocks.map((block) => ({ ...block })) },
        }),
      );
    try {
      await show(drawHome(answer, command));
    } catch (error) {
      if (!(error instanceof SlackRejection && refused.includes(error.reason))) throw error;
      await show(drawHomePlainly(answer, command));
    }
  }
  return {
    views: { fill: (view, form) => update(view, drawForm(form, command)) },
    reviews: {
      async show(view, review) {
        try {
          await update(view, reviewView(review, command));
        } catch (error) {
          if (!(error instanceof SlackRejection && refused.includes(error.reason))) throw error;
          await update(view, reviewView(review, command, { alerts: false }));
        }
      },
    },
    homeTabs: {
      async publish(person, answer) {
        try {
          await publish(person, answer);
        } catch (error) {
          if (!(error instanceof SlackRejection)) throw error;
          log('home not published', { why: error.reason });
        }
      },
    },
  };
}

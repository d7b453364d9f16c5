import type { ModalView } from '@slack/types';
import type { Answer } from '../../answer/answer.ts';
import type { Form } from '../../command-line/form.ts';
import type { Log } from '../../core/log.ts';
import type { Timer } from '../../core/timer.ts';
import type { HomeTabs, Previews, Reviews, ViewRef, Views } from '../../messaging/view.ts';
import { SlackRejection } from '../api/slack-rejection.ts';
import { drawHome, drawHomePlainly } from '../render/draw.ts';
import type { AnyBlock } from '../render/draw-chart.ts';
import { drawForm } from '../render/form-view.ts';
import { previewCallback, previewView } from '../render/preview-view.ts';
import { suggestionView } from '../render/review-forms.ts';
import { type AlertOptions, reviewView } from '../render/review-view.ts';
import type { SlackCall } from './web.ts';

/** Error codes for a view that was closed or has changed meanwhile. The update is dropped. */
const outdated = ['not_found', 'hash_conflict'];

/** Error codes for a view with blocks that Slack does not accept. */
const refused = ['invalid_arguments', 'invalid_blocks', 'invalid_view'];

/**
 * Pauses before a preview that Slack did not find is tried again. Slack opens its modal with the acknowledgement of the form, which can be
 * slower than a worker.
 */
const pauses = [250, 750];

/** Updates open modals and Home tabs. `command` is the name of the slash command, `/cloud`. */
export function viewsOf(
  slack: SlackCall,
  command: string,
  timer: Timer,
  log: Log,
): { views: Views<Form>; reviews: Reviews; previews: Previews; homeTabs: HomeTabs } {
  async function send({ id, external, hash }: ViewRef, view: ModalView): Promise<void> {
    const which = id === undefined ? { external_id: external ?? '' } : { view_id: id };
    await slack((web) => web.views.update({ ...which, ...(hash && { hash }), view }));
  }
  async function update(which: ViewRef, view: ModalView): Promise<void> {
    try {
      await send(which, view);
    } catch (error) {
      if (!(error instanceof SlackRejection && outdated.includes(error.reason))) throw error;
      log('view dropped', { view: view.callback_id ?? '', why: error.reason });
    }
  }
  /** Updates a view with alerts; with text in place of them if Slack refuses those. */
  async function withAlerts(which: ViewRef, drawn: (options: AlertOptions) => ModalView): Promise<void> {
    try {
      await update(which, drawn({ alerts: true }));
    } catch (error) {
      if (!(error instanceof SlackRejection && refused.includes(error.reason))) throw error;
      await update(which, drawn({ alerts: false }));
    }
  }
  /** Resolves to Slack's error code where it refuses. */
  async function tryPreview(which: ViewRef, view: ModalView, more = pauses): Promise<string | undefined> {
    try {
      await send(which, view);
      return undefined;
    } catch (error) {
      if (!(error instanceof SlackRejection)) throw error;
      const [pause, ...later] = more;
      if (error.reason !== 'not_found' || pause === undefined) return error.reason;
      await new Promise<void>((resolve) => timer(pause, resolve));
      return tryPreview(which, view, later);
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
      show: (view, review) => withAlerts(view, (alerts) => reviewView(review, command, alerts)),
      weigh: (view, form) => withAlerts(view, (alerts) => suggestionView(form, command, alerts)),
    },
    previews: {
      async show(view, replyTo, answer) {
        const why = await tryPreview(view, previewView(answer, replyTo, command));
        if (why !== undefined) log('view dropped', { view: previewCallback, why });
        return why === undefined;
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

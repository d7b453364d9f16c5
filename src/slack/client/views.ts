import type { ModalView } from '@slack/types';
import type { Form } from '../../command-line/form.ts';
import type { Log } from '../../core/log.ts';
import { orError } from '../../core/or-error.ts';
import type { Timer } from '../../core/timer.ts';
import { namePeople } from '../../messaging/name-people.ts';
import type { ProfileOf } from '../../messaging/person-label.ts';
import type { HomeTabs, Previews, Reviews, ViewRef, Views } from '../../messaging/view.ts';
import { isRejection, SlackRejection } from '../api/slack-rejection.ts';
import { draw, drawPlainly, inHome, type Rendered } from '../render/draw.ts';
import { drawForm } from '../render/form-view.ts';
import { previewCallback, previewView } from '../render/preview-view.ts';
import { suggestionView } from '../render/review-forms.ts';
import { reviewView } from '../render/review-view.ts';
import type { SlackCall } from './web.ts';

/**
 * Pauses before retrying a preview that Slack did not find. Slack opens its modal with the acknowledgement of the form, which can
 * take longer than the worker.
 */
const pauses = [250, 750];

/** Updates open modals and Home tabs. `command` is the name of the slash command, `/cloud`. They name people by their profiles. */
export function viewsOf(
  slack: SlackCall,
  command: string,
  timer: Timer,
  log: Log,
  profileOf: ProfileOf,
): { views: Views<Form>; reviews: Reviews; previews: Previews; homeTabs: HomeTabs } {
  const send = ({ id, external, hash }: ViewRef, view: ModalView) => {
    const which = id === undefined ? { external_id: external ?? '' } : { view_id: id };
    return orError(
      slack((web) => web.views.update({ ...which, ...(hash && { hash }), view })),
      SlackRejection,
    );
  };
  /**
   * Updates a view, unless it was closed or has changed since. If Slack refuses its blocks, sends the view that `simpler` returns.
   */
  async function update(which: ViewRef, view: ModalView, simpler?: () => ModalView): Promise<void> {
    const updated = await send(which, view);
    if (!(updated instanceof SlackRejection)) return;
    const { reason: why } = updated;
    if (isRejection(updated, 'view')) log('view dropped', { view: view.callback_id ?? '', why });
    else if (simpler && isRejection(updated, 'content')) await update(which, simpler());
    else throw updated;
  }
  /** Resolves to whether the preview is shown. */
  async function preview(which: ViewRef, view: ModalView, [pause, ...later] = pauses): Promise<boolean> {
    const updated = await send(which, view);
    if (!(updated instanceof SlackRejection)) return true;
    const { reason: why } = updated;
    if (why !== 'not_found' || pause === undefined) {
      log('view dropped', { view: previewCallback, why });
      return false;
    }
    await new Promise<void>((resolve) => timer(pause, resolve));
    return preview(which, view, later);
  }
  const publish = (person: string, { blocks }: Rendered) =>
    orError(
      slack((web) =>
        web.views.publish({
          user_id: person,
          view: { type: 'home', blocks: blocks.map((block) => ({ ...block })) },
        }),
      ),
      SlackRejection,
    );
  return {
    views: { fill: (view, form) => update(view, drawForm(form, command)) },
    reviews: {
      async show(view, { first = [], shown, alerts, ...review }) {
        const named = { ...review, ...(await namePeople({ first, shown, alerts }, profileOf)) };
        await update(view, reviewView(named, command), () => reviewView(named, command, true));
      },
      async weigh(view, { alerts, ...form }) {
        const named = { ...form, alerts: await namePeople(alerts, profileOf) };
        await update(view, suggestionView(named, command), () => suggestionView(named, command, true));
      },
    },
    previews: {
      show: async (view, replyTo, answer) =>
        preview(view, previewView(await namePeople(answer, profileOf), replyTo, command)),
    },
    homeTabs: {
      async publish(person, content) {
        const answer = await namePeople(content, profileOf);
        let shown = await publish(person, draw(answer, command, inHome));
        if (isRejection(shown, 'content'))
          shown = await publish(person, drawPlainly(answer, command, inHome));
        if (shown instanceof SlackRejection) log('home not published', { why: shown.reason });
      },
    },
  };
}

import type { ModalView } from '@slack/types';
import type { Log, Reviews, ViewRef, Views } from '../core/ports.ts';
import type { Form } from '../flow/form.ts';
import { drawForm } from './form.ts';
import { reviewView } from './review.ts';
import { type SlackCall, SlackRefusal } from './web.ts';

/** The view was closed, or somebody went on in it meanwhile: nobody waits for this any more. */
const passed = ['not_found', 'hash_conflict'];

/** Fills the views that people have open. `command` is the slash command's name, `/cloud`. */
export function viewsOf(
  slack: SlackCall,
  command: string,
  log: Log,
): { views: Views<Form>; reviews: Reviews } {
  async function update({ id, external, hash }: ViewRef, view: ModalView): Promise<void> {
    const which = id === undefined ? { external_id: external ?? '' } : { view_id: id };
    try {
      await slack((web) => web.views.update({ ...which, ...(hash && { hash }), view }));
    } catch (error) {
      if (!(error instanceof SlackRefusal && passed.includes(error.reason))) throw error;
      log('view dropped', { view: view.callback_id ?? '', why: error.reason });
    }
  }
  return {
    views: { fill: (view, form) => update(view, drawForm(form, command)) },
    reviews: { show: (view, review) => update(view, reviewView(review, command)) },
  };
}

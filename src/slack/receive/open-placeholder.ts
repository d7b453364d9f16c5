import type { ViewRef } from '../../messaging/view.ts';
import { placeholder } from '../render/form-view.ts';
import type { AppOptions } from './app-options.ts';
import type { Interaction } from './interaction.ts';

/** Delay before filling a view whose opening Slack did not confirm in time, in seconds. By then it is open or never will be. */
export const unconfirmedDelay = 2;

/**
 * Opens a placeholder view for the worker to fill; undefined if Slack refused. `isOpen` is false if Slack has not confirmed it.
 * `delay` is the time before it can be filled, in seconds. `what` is its name in the log: "form".
 */
export async function openPlaceholder(
  what: string,
  title: string,
  { id: external, trigger }: Pick<Interaction, 'id' | 'trigger'>,
  { openView, log }: Pick<AppOptions, 'openView' | 'log'>,
) {
  const opening = await openView(trigger, { ...placeholder(title), external_id: external });
  if (opening.state === 'open') return { view: opening.view, isOpen: true, delay: 0 };
  log(`${what} not opened`, { why: 'why' in opening ? opening.why : 'timeout' });
  if (opening.state === 'refused') return undefined;
  const view: ViewRef = { external };
  return { view, isOpen: false, delay: unconfirmedDelay };
}

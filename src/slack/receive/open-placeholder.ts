import type { Log } from '../../core/log.ts';
import type { ViewRef } from '../../messaging/view.ts';
import { placeholder } from '../render/form-view.ts';
import type { Interaction } from './asking.ts';
import type { OpenView } from './open-view.ts';

/** Delay before a view is filled whose opening Slack did not confirm in time, in seconds. By then it is open, or never will be. */
export const unconfirmedDelay = 2;

/** A placeholder view. `isOpen` is false if Slack has not confirmed it. `delay` is when it can be filled, in seconds. */
export interface Placeholder {
  readonly view: ViewRef;
  readonly isOpen: boolean;
  readonly delay: number;
}

/** Opens a placeholder view for the worker to fill; undefined if Slack refused. `what` is the name for the log: "form". */
export async function openPlaceholder(
  what: string,
  title: string,
  { id: external, trigger }: Pick<Interaction, 'id' | 'trigger'>,
  { openView, log }: { openView: OpenView; log: Log },
): Promise<Placeholder | undefined> {
  const opening = await openView(trigger, { ...placeholder(title), external_id: external });
  if (opening.state === 'open') return { view: opening.view, isOpen: true, delay: 0 };
  log(`${what} not opened`, { why: 'why' in opening ? opening.why : 'timeout' });
  return opening.state === 'refused'
    ? undefined
    : { view: { external }, isOpen: false, delay: unconfirmedDelay };
}

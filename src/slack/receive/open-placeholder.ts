import type { Log } from '../../core/log.ts';
import type { ViewRef } from '../../core/view.ts';
import { placeholder } from '../render/form-view.ts';
import type { Asking } from './asking.ts';
import type { OpenView } from './open-view.ts';

/** Seconds after which a view that Slack did not confirm in time is there, if it ever is. */
export const laterOn = 2;

/** A placeholder that is open, or perhaps will be; `delay` says in how many seconds it can be filled. */
export interface Placeholder {
  readonly view: ViewRef;
  readonly isOpen: boolean;
  readonly delay: number;
}

/** Opens what the worker fills; undefined when Slack refused to. `what` is for the log: "form". */
export async function openPlaceholder(
  what: string,
  title: string,
  { id: external, trigger }: Pick<Asking, 'id' | 'trigger'>,
  { openView, log }: { openView: OpenView; log: Log },
): Promise<Placeholder | undefined> {
  const opening = await openView(trigger, { ...placeholder(title), external_id: external });
  if (opening.state === 'open') return { view: opening.view, isOpen: true, delay: 0 };
  log(`${what} not opened`, { why: 'why' in opening ? opening.why : 'timeout' });
  return opening.state === 'refused' ? undefined : { view: { external }, isOpen: false, delay: laterOn };
}

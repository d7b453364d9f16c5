import type { Change } from '../../change/model/change.ts';
import type { Changes, Transition } from '../../change/model/changes.ts';

/**
 * Takes a change further if the time of a transition has come; undefined if it has not, or if somebody was faster. The table is asked for
 * nothing while it has not. Rejects where the table does not answer.
 */
export async function ifDue(
  change: Change,
  transition: (current: Change) => Transition,
  { changes }: { readonly changes: Pick<Changes, 'change'> },
): Promise<Change | undefined> {
  const wanted = transition(change);
  if ('refused' in wanted || wanted.change === change) return undefined;
  const moved = await changes.change(change.id, transition);
  return 'change' in moved ? moved.change : undefined;
}

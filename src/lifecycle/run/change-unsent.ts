import type { Change } from '../../change/model/change.ts';
import type { Changes, Transition } from '../../change/model/changes.ts';
import { NotDue } from '../../core/unavailable.ts';

/**
 * Applies a transition for a run that has not sent the step at `index`. Rejects with `NotDue` if the step was claimed since it was
 * `read`: another run of the job may send it. If the worker of that run is dead, the next delivery of the job goes on with the step, so
 * this one must not count as delivered.
 */
export async function changeUnsent(
  read: Change,
  index: number,
  transition: (current: Change) => Transition,
  job: string,
  { changes }: { readonly changes: Pick<Changes, 'change'> },
): Promise<Transition> {
  let isClaimedSince = false;
  const transitioned = await changes.change(
    read.id,
    (current) => {
      const [claimed, before] = [current, read].map(({ steps }) => steps[index]?.claimed);
      isClaimedSince = claimed?.run !== before?.run || claimed?.at !== before?.at;
      return isClaimedSince ? { refused: '' } : transition(current);
    },
    read,
  );
  if (isClaimedSince) throw new NotDue(job);
  return transitioned;
}

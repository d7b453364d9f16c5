import type { Change } from '../../change/model/change.ts';
import type { Changes, Transition } from '../../change/model/changes.ts';
import type { Step } from '../../change/model/step.ts';
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
      isClaimedSince = !isSameClaim(current.steps[index]?.claimed, read.steps[index]?.claimed);
      return isClaimedSince ? { refused: 'It’s being applied.' } : transition(current);
    },
    read,
  );
  if (isClaimedSince) throw new NotDue(job);
  return transitioned;
}

const isSameClaim = (claimed: Step['claimed'], before: Step['claimed']): boolean =>
  claimed?.run === before?.run && claimed?.at === before?.at;

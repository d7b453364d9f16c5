import { type Change, isWaiting } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import {
  existence,
  type Holder,
  isHolder,
  keysOf,
  type Resource,
  resourceOf,
} from '../../change/model/resource.ts';
import type { ChangeStep, Step } from '../../change/model/step.ts';
import { operationById } from '../../operations/index.ts';

interface ReadDependencies {
  readonly changes: Pick<Changes, 'get' | 'resource'>;
}

/** What a step holds while it runs, and any other change that holds some of it now. */
export interface ToHold {
  /** The records before the resource itself is read; none for a new resource without turns. */
  readonly resources: readonly Resource[];
  readonly busyWith?: Change | undefined;
}

/**
 * Reads the records of what a step holds: its resource and, if it creates or deletes that, the turn at its target, for which an update
 * waits, too. State that is read afterwards is current as long as nobody claims them.
 */
export async function resourcesToHold(
  { change, index, step }: Pick<ChangeStep, 'change' | 'index' | 'step'>,
  deps: ReadDependencies,
): Promise<ToHold> {
  const read = async (id: string | undefined): Promise<readonly Resource[]> =>
    id === undefined ? [] : [await deps.changes.resource(id)];
  const [own, turn] = await Promise.all([read(resourceOf(step)), read(turnOf(step))]);
  const all = [...own, ...turn];
  const others = await Promise.all(all.map((one) => holderAt(one, { change, index }, deps)));
  return {
    resources: keysOf(step).includes(existence) ? all : own,
    busyWith: others.find((other) => other !== undefined),
  };
}

/** Resolves to the change that is changing a resource with another step. */
async function holderAt(
  { holder }: Resource,
  step: Holder,
  { changes }: ReadDependencies,
): Promise<Change | undefined> {
  if (!holder || isHolder(holder, step)) return undefined;
  const other = await changes.get(holder.change);
  return other && isAt(holder, other) ? other : undefined;
}

/** Returns the id that stands for the turn at the target of a step, if its operation takes turns there. */
function turnOf({ operation: id, account, targets: [target] }: Step): string | undefined {
  return operationById(id)?.takesTurns && target !== undefined
    ? `${account.toUpperCase()}/new/${target}`
    : undefined;
}

/** Returns whether a step is running: it may have been sent, and has no outcome. */
const isAt = ({ index }: Holder, change: Change): boolean => {
  const { claimed, outcome } = change.steps[index] ?? {};
  return isWaiting(change) && claimed !== undefined && outcome === undefined;
};

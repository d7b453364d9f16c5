import { type Change, isWaiting } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { type Holder, isHolder, type Resource, resourceOf } from '../../change/model/resource.ts';
import type { ChangeStep, Step } from '../../change/model/step.ts';
import { operationById } from '../../operations/index.ts';

interface ReadDependencies {
  readonly changes: Pick<Changes, 'get' | 'resource'>;
}

/** The resource that a step changes, and any other change that is changing it now. */
export interface ResourceToHold {
  /** The record before the resource itself is read; undefined for a new resource without turns. */
  readonly resource?: Resource | undefined;
  readonly busyWith?: Change | undefined;
}

/** Reads the record of a step's resource. State that is read afterwards is current as long as nobody claims the resource. */
export async function resourceToHold(
  { change, index, step }: Pick<ChangeStep, 'change' | 'index' | 'step'>,
  deps: ReadDependencies,
): Promise<ResourceToHold> {
  const ids = [resourceOf(step), turnOf(step)].filter((id) => id !== undefined);
  const resources = await Promise.all(ids.map((id) => deps.changes.resource(id)));
  const others = await Promise.all(resources.map((one) => holderAt(one, { change, index }, deps)));
  return { resource: resources[0], busyWith: others.find((other) => other !== undefined) };
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

/** Returns the id that stands for creations on the target of a step, which take turns. An Undo does not wait there. */
function turnOf({ operation: id, account, targets: [target], undoes }: Step): string | undefined {
  const takesTurns = !undoes && (operationById(id)?.takesTurns ?? false);
  return takesTurns && target !== undefined ? `${account.toUpperCase()}/new/${target}` : undefined;
}

/** Returns whether a step is running: it may have been sent, and has no outcome. */
const isAt = ({ index }: Holder, change: Change): boolean => {
  const { claimed, outcome } = change.steps[index] ?? {};
  return isWaiting(change) && claimed !== undefined && outcome === undefined;
};

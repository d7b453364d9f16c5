import { type Change, isWaiting } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { type Holder, isHolder, type Resource, resourceOf } from '../../change/model/resource.ts';
import type { ChangeStep, Step } from '../../change/model/step.ts';
import { operationById } from '../../operations/index.ts';

interface ReadDependencies {
  readonly changes: Pick<Changes, 'get' | 'resource'>;
}

/** The resource that a step changes, or the other change that is at it right now. */
export interface ResourceToHold {
  /** As it is before anybody looks at it; undefined for something new that takes no turns. */
  readonly resource?: Resource | undefined;
  readonly busyWith?: Change | undefined;
}

/** Reads the resource that a step changes. What is looked at afterwards is up to date for as long as nobody has claimed the resource. */
export async function resourceToHold(
  { change, index, step }: Pick<ChangeStep, 'change' | 'index' | 'step'>,
  deps: ReadDependencies,
): Promise<ResourceToHold> {
  const ids = [resourceOf(step), turnOf(step)].filter((id) => id !== undefined);
  const resources = await Promise.all(ids.map((id) => deps.changes.resource(id)));
  const others = await Promise.all(resources.map((one) => holderAt(one, { change, index }, deps)));
  return { resource: resources[0], busyWith: others.find((other) => other !== undefined) };
}

/** The change that is at a resource right now with another step. */
async function holderAt(
  { holder }: Resource,
  step: Holder,
  { changes }: ReadDependencies,
): Promise<Change | undefined> {
  if (!holder || isHolder(holder, step)) return undefined;
  const other = await changes.get(holder.change);
  return other && isAt(holder, other) ? other : undefined;
}

/** The resource that stands for what is being created on the target of a step. What undoes another step waits for nothing there. */
function turnOf({ operation: id, account, targets: [target], undoes }: Step): string | undefined {
  const takesTurns = !undoes && (operationById(id)?.takesTurns ?? false);
  return takesTurns && target !== undefined ? `${account.toUpperCase()}/new/${target}` : undefined;
}

/** Whether a step runs: it may have been sent, and has no outcome. */
const isAt = ({ index }: Holder, change: Change): boolean => {
  const { claimed, outcome } = change.steps[index] ?? {};
  return isWaiting(change) && claimed !== undefined && outcome === undefined;
};

/** How the steps stand that were to end something in place of its end: `done` counts for good, and a running one is waited for. */
export async function supersedersOf(
  end: string,
  { ends }: Resource,
  deps: ReadDependencies,
): Promise<'done' | 'running' | 'none'> {
  const { supersededBy = [] } = ends.find(({ id }) => id === end) ?? {};
  const read = await Promise.all(
    supersededBy.map(async (holder) => ({ holder, change: await deps.changes.get(holder.change) })),
  );
  if (read.some(({ holder, change }) => change?.steps[holder.index]?.outcome?.kind === 'done')) return 'done';
  return read.some(({ holder, change }) => change && isAt(holder, change)) ? 'running' : 'none';
}

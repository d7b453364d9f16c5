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
  const id = resourceOf(step) ?? turnOf(step);
  if (id === undefined) return {};
  const resource = await deps.changes.resource(id);
  const { holder } = resource;
  if (!holder || isHolder(holder, { change, index })) return { resource };
  const other = await deps.changes.get(holder.change);
  return { resource, busyWith: other && isAt(holder, other) ? other : undefined };
}

/** What stands for a resource where a step creates something, and has to wait for its turn. */
function turnOf({ operation: id, account, targets: [target] }: Step): string | undefined {
  const takesTurns = operationById(id)?.takesTurns ?? false;
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

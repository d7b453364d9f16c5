import { isDeepStrictEqual } from 'node:util';
import { type Change, requestName } from '../../change/model/change.ts';
import { stepOfId } from '../../change/model/ids.ts';
import type { Step } from '../../change/model/step.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';
import type { ContextDependencies } from '../../evaluate/build-context.ts';
import { isThere } from './kept-results.ts';
import { areSame } from './same-arguments.ts';

/** The name of a request; a change without a number is only known to its requester. */
const nameOf = (change: Change): string =>
  change.number === undefined ? 'Another change' : requestName(change);

/** Upper bound for the audit log entries that are searched. */
const pageSize = 50;

/**
 * Resolves to the name of another request that created exactly what a step creates since its request was made, such as its twin;
 * undefined if none did, or if that is not there any more. A step that changes a resource says itself that it is changed already.
 */
export async function creatorOf(
  change: Pick<Change, 'id' | 'created' | 'replyTo'> & { readonly steps: readonly Step[] },
  deps: ContextDependencies,
): Promise<string | undefined> {
  const creators = await mapConcurrently(
    change.steps,
    (step) => createdBy(change, step, deps),
    maxConcurrency.store,
  );
  return creators.find((name) => name !== undefined);
}

async function createdBy(
  { id, created, replyTo }: Pick<Change, 'id' | 'created' | 'replyTo'>,
  step: Step,
  deps: ContextDependencies,
): Promise<string | undefined> {
  const { auditLog, changes } = deps;
  if (step.resource !== undefined || step.undoes) return undefined;
  const { account, operation } = step;
  const { entries } = await auditLog.read({ account, about: operation, since: created, limit: pageSize });
  for (const entry of entries) {
    if (entry.event !== 'applied') continue;
    const { change: of, index } = stepOfId(entry.request);
    const other = of === id ? undefined : await changes.get(of);
    const made = other?.steps[index];
    if (other && isTwin(step, made) && (await isThere(entry.request, made, replyTo, deps)))
      return nameOf(other);
  }
  return undefined;
}

/** Returns whether another step created the same, for at least as long, and nobody has undone it with Skydesk. */
const isTwin = (step: Step, other: Step | undefined): other is Step =>
  other !== undefined &&
  areSame(step, other) &&
  (other.ends === undefined || isDeepStrictEqual(other.ends, step.ends)) &&
  other.undoneBy === undefined &&
  other.end?.phase !== 'ended' &&
  other.end?.phase !== 'over';

/** Resolves to the name of the request that changed the resource of a step last since its own request was made; undefined if none did. */
export async function changedBy(
  { id, created }: Change,
  { resource }: Step,
  { changes }: Pick<ContextDependencies, 'changes'>,
): Promise<string | undefined> {
  const { holder } = resource === undefined ? {} : await changes.resource(resource);
  const other = holder && holder.change !== id ? await changes.get(holder.change) : undefined;
  const isDone = holder && other?.steps[holder.index]?.outcome?.kind === 'done';
  return other && isDone && other.since >= created ? nameOf(other) : undefined;
}

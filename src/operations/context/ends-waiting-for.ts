import { isWaiting } from '../../change/model/change.ts';
import type { Changes } from '../../change/model/changes.ts';
import { isReversal, type Reversal } from '../../change/model/reversal.ts';
import { mapConcurrently, maxConcurrency } from '../../core/map-concurrently.ts';

/** Resolves to the ends that wait for the resource with this id. */
export async function endsWaitingFor(
  resource: string,
  { changes }: { readonly changes: Pick<Changes, 'resource' | 'get'> },
): Promise<readonly Reversal[]> {
  const { ends } = await changes.resource(resource);
  const read = await mapConcurrently(ends, (id) => changes.get(id), maxConcurrency.store);
  return read.flatMap((end) => (end && isReversal(end) && isWaiting(end) ? [end] : []));
}

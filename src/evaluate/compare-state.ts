import type { FoundState, SnapshotSubject } from '../operation/snapshot.ts';
import { isChanged } from '../operation/state-hash.ts';
import type { Context } from '../operations/context/context.ts';
import { fingerprint, readSnapshot } from './read-snapshot.ts';

/**
 * Compares a resource with the state (`fingerprint`) in which it was left; `undefined` can't be compared. It is gone only if the cloud API
 * answers 404 for it. Rejects if it can't be read.
 */
export async function compareState(
  subject: SnapshotSubject,
  left: string | undefined,
  context: Context,
): Promise<FoundState> {
  const now = await readSnapshot(subject, context);
  if (now.content === 'gone') return 'gone';
  return left !== undefined && isChanged(left, fingerprint(now)) ? 'changed' : 'as left';
}

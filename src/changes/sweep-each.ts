import { errorName } from '../answer/user-error.ts';
import type { Log } from '../core/log.ts';
import { maxConcurrency, settleConcurrently } from '../core/map-concurrently.ts';

/**
 * Sweeps each of several things that the table keeps, and logs each that fails with its id, under the name of its kind. Resolves
 * to how many failed; never rejects.
 */
export async function sweepEach<Ref extends { readonly id: string }>(
  kind: 'approval' | 'lease',
  refs: readonly Ref[],
  sweepOne: (ref: Ref) => Promise<void>,
  log: Log,
): Promise<number> {
  const swept = await settleConcurrently(
    refs,
    async (ref) => {
      try {
        await sweepOne(ref);
      } catch (error) {
        log('sweep failed', { [kind]: ref.id, error: errorName(error) });
        throw error;
      }
    },
    maxConcurrency.store,
  );
  return swept.filter(({ status }) => status === 'rejected').length;
}

import * as z from 'zod/mini';
import type { Send } from './call.ts';
import { isCloudApiError } from './model/cloud-error.ts';

/** Outcome of a delete call. The resource no longer exists in either case. */
export type Removal = 'removed' | 'already-absent';

/**
 * Deletes a resource. A 404 counts as success (docs/cloud-api.md, Errors), as does any 2xx. Rejects with a `CloudApiError`
 * otherwise.
 */
export async function remove(send: Send, path: readonly string[]): Promise<Removal> {
  try {
    await send({ method: 'DELETE', path, answer: z.unknown() });
    return 'removed';
  } catch (error) {
    if (isCloudApiError(error, 'not-found')) return 'already-absent';
    throw error;
  }
}

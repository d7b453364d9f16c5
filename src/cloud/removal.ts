import * as z from 'zod';
import type { Send } from './call.ts';
import { failed } from './model/cloud-error.ts';

/** How a removal ended: both ways the thing is gone. */
export type Removal = 'removed' | 'already-absent';

/** Deletes; a 404 means that the thing is not there, which is what was asked for (service-facts §5). Any 2xx will do (T21). */
export async function remove(send: Send, path: readonly string[]): Promise<Removal> {
  try {
    await send({ method: 'DELETE', path, answer: z.unknown() });
    return 'removed';
  } catch (error) {
    if (failed(error, 'not-found')) return 'already-absent';
    throw error;
  }
}

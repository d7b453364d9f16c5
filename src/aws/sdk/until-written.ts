import type { UserError } from '../../answer/user-error.ts';
import type { Millis } from '../../core/clock.ts';
import { remainingMs } from '../../core/deadline.ts';
import { isRetryable, type Table, type Write } from './dynamodb.ts';

/** Lets time pass, in milliseconds: `setTimeout` of `node:timers/promises`. */
export type Pause = (ms: Millis) => Promise<unknown>;

const maxAttempts = 60;
/** Upper bounds for the delay before the second and before any later attempt. */
const minDelay: Millis = 10;
const maxDelay = 1200;

/**
 * Repeats an attempt to write until it resolves to a result (optimistic locking). `undefined` means that a concurrent write or
 * throttling prevented the write. Delays grow, with jitter, so that writers who collided do not collide again. Throws `gaveUp()`
 * after 60 attempts, or when only the time `reserved` is left before the deadline; other errors at once.
 */
export async function untilWritten<Result>(
  attempt: () => Promise<Result | undefined>,
  gaveUp: () => UserError,
  pause: Pause,
  reserved: Millis = 0,
): Promise<Result> {
  for (let failed = 0; failed < maxAttempts; failed += 1) {
    const ms = failed === 0 ? 0 : Math.random() * Math.min(maxDelay, minDelay * 2 ** (failed - 1));
    if (remainingMs(maxDelay, reserved) < ms) break;
    if (failed > 0) await pause(ms);
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw gaveUp();
}

/** Writes in one transaction. Resolves to false after a conflict with another write or a throttling error. */
export async function writeUnlessRaced(table: Table, writes: readonly Write[]): Promise<boolean> {
  try {
    await table.transact(writes);
    return true;
  } catch (error) {
    if (isRetryable(error)) return false;
    throw error;
  }
}

import type { Facts, Log } from '../core/log.ts';
import { errorName } from './user-error.ts';

/**
 * Awaits an attempt that may fail. Resolves to whether it succeeded; logs a failure with the name of the error. Never rejects.
 */
export async function orLogged(
  attempt: Promise<unknown>,
  log: Log,
  event: string,
  facts: Facts = {},
): Promise<boolean> {
  try {
    await attempt;
    return true;
  } catch (error) {
    log(event, { ...facts, error: errorName(error) });
    return false;
  }
}

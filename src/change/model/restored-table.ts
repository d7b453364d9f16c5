import { type Instant, type Millis, minute } from '../../core/clock.ts';
import type { Change } from './change.ts';

/** The time to which the table was restored; undefined if it never was. */
export interface RestoredTable {
  readonly restoredAt?: Instant | undefined;
}

/** Upper bound for how far a function's clock can be ahead of the table's. */
export const clockSkew: Millis = minute;

/** Returns whether a request was made before the time to which the table was restored. */
export const isRestored = (
  { created }: Pick<Change, 'created'>,
  { restoredAt = Number.NEGATIVE_INFINITY }: RestoredTable,
): boolean => created < restoredAt + clockSkew;

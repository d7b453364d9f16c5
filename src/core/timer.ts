import type { Millis } from './clock.ts';
/** Calls `act` after `ms`, unless the returned function is called before. */
export type Timer = (ms: Millis, act: () => void) => () => void;

import type { Millis } from './clock.ts';
/** Calls `act` after `ms`, unless the function that it returns is called before. */
export type Timer = (ms: Millis, act: () => void) => () => void;

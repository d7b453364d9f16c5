/** Calls `act` after `ms` milliseconds, unless the function that it returns is called before. */
export type Timer = (ms: number, act: () => void) => () => void;

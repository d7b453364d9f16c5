import { onTestFinished } from 'vitest';

/** By how much longer than deployed the functions of this process wait for what may hang. */
const long = 10;
let factor = long;

/** The longest limit that a timer can have, in milliseconds. */
const maxMs = 2 ** 31 - 1;

/** Delays before a retry are no longer than this, in milliseconds, and time limits that are timers are longer. */
const maxDelayMs = 1000;

const longer = (ms: number): number => Math.min(ms * factor, maxMs);

/**
 * What a bundle gets in place of the globals of the same names: a busy machine is no service that hangs, and what a time limit ends
 * is repeated, so it would count twice.
 */
export const longLimits = {
  setTimeout: Object.assign(
    (act: (...args: unknown[]) => void, ms = 0, ...args: unknown[]) =>
      globalThis.setTimeout(act, ms > maxDelayMs ? longer(ms) : ms, ...args),
    globalThis.setTimeout,
  ),
  AbortSignal: new Proxy(AbortSignal, {
    get: (target, name) =>
      name === 'timeout' ? (ms: number) => target.timeout(longer(ms)) : Reflect.get(target, name),
  }),
  /** Deadlines are times of this clock. */
  performance: { now: (): number => performance.now() / factor },
};

/** For a test in which something hangs until a limit ends it: the limits of this process are as deployed. */
export function limitsAsDeployed(): void {
  factor = 1;
  onTestFinished(() => {
    factor = long;
  });
}

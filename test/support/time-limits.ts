import { onTestFinished } from 'vitest';

/** Factor by which this process's functions wait longer than deployed ones for anything that may hang. */
const long = 10;
let factor = long;

/** Maximum delay of a timer, in milliseconds. */
const maxMs = 2 ** 31 - 1;

/** Maximum delay before a retry, in milliseconds. Timers of time limits are longer. */
const maxDelayMs = 1000;

const longer = (ms: number): number => Math.min(ms * factor, maxMs);

/**
 * Replaces a bundle's globals of these names. A busy machine must not look like a hanging service: a call that a time limit ends
 * is repeated, and would count twice.
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
  /** The clock of deadlines. */
  performance: { now: (): number => performance.now() / factor },
};

/** Restores the deployed time limits of this process, for a test in which something hangs until a limit ends it. */
export function limitsAsDeployed(): void {
  factor = 1;
  onTestFinished(() => {
    factor = long;
  });
}

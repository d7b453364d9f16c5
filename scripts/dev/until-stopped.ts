import { fstatSync } from 'node:fs';

const pollMs = 500;

/** Read at the start of the process, since the parent may exit before the server listens. */
const parent = process.ppid;

/** Whether stdin is a pipe, which ends with the process at its other end. */
function stdinIsPipe(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket();
  } catch {
    return false;
  }
}

/**
 * Reads stdin from now on, if it is a pipe. Call it before a server starts: if a pipe has already ended when the server has
 * started, it was never open, so `untilStopped` does not wait for its end.
 */
export function watchStdin(): void {
  if (stdinIsPipe()) process.stdin.resume();
}

/**
 * Resolves when a server that npm started should stop: at SIGINT, SIGTERM or SIGHUP, when stdin ends, or when npm has exited. npm
 * passes a signal only to its shell, so a server that only listens for signals would outlive both.
 */
export async function untilStopped(environment: NodeJS.ProcessEnv = process.env): Promise<void> {
  const stopped = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => stopped.resolve());
  if (stdinIsPipe() && !process.stdin.readableEnded) {
    process.stdin.once('end', () => stopped.resolve()).once('error', () => stopped.resolve());
  }
  const underNpm = environment.npm_lifecycle_event !== undefined;
  const poll = setInterval(() => {
    if (underNpm && process.ppid !== parent) stopped.resolve();
  }, pollMs);
  await stopped.promise;
  clearInterval(poll);
  if (stdinIsPipe()) process.stdin.destroy();
}

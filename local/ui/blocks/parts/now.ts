import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let ahead = 0;

/** Milliseconds since 1970, by the clock of the workspace. */
export const now = (): number => Date.now() + ahead;

/** Sets how far the clock of the workspace is ahead of this computer's, in milliseconds. */
export function setAhead(ms: number): void {
  if (ms === ahead) return;
  ahead = ms;
  for (const listener of listeners) listener();
}

/** How far the clock of the workspace is ahead, in milliseconds; the component is drawn again when that changes. */
export const useAhead = (): number => useSyncExternalStore(follow, () => ahead);

/** Draws the component again every minute, and when the clock of the workspace is moved. */
export function useMinutes(isRelative: boolean): void {
  useSyncExternalStore(isRelative ? everyMinute : never, () => Math.floor(now() / 60_000));
}

function follow(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

function everyMinute(listener: () => void): () => void {
  const timer = setInterval(listener, 60_000);
  const stop = follow(listener);
  return () => {
    clearInterval(timer);
    stop();
  };
}

const never = () => () => {};

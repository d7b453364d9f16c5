import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let ahead = 0;

/** Returns the workspace's time, in milliseconds since 1970. */
export const now = (): number => Date.now() + ahead;

/** Sets the time by which the workspace's clock is ahead of this computer's, in milliseconds. */
export function setAhead(ms: number): void {
  if (ms === ahead) return;
  ahead = ms;
  for (const listener of listeners) listener();
}

/** Returns the time by which the workspace's clock is ahead, in milliseconds. Rerenders the component when that changes. */
export const useAhead = (): number => useSyncExternalStore(follow, () => ahead);

/** Rerenders the component every minute if `isRelative`, and when the workspace's clock is moved. */
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

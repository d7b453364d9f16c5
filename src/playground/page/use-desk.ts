import { useEffect, useState, useSyncExternalStore } from 'react';
import type { World } from '../slack/control.ts';
import { ENTRY_KINDS, type Entry } from '../slack/journal.ts';
import { ask } from './client.ts';
import { Desk, type Seen } from './desk.ts';
import { follow } from './live.ts';

/** The local Slack as this window knows it. */
export interface Workspace {
  readonly world: World;
  readonly desk: Desk;
}

/** Loads the workspace and keeps it up to date; undefined until it is there. */
export function useWorkspace(): { workspace?: Workspace; failure?: string } {
  const [state, setState] = useState<{ workspace?: Workspace; failure?: string }>({});
  useEffect(() => {
    const desk = new Desk();
    const early: Entry[] = [];
    let take = (entry: Entry): void => void early.push(entry);
    const stop = follow<Entry>('/_control/events', ENTRY_KINDS, (entry) => take(entry));
    Promise.all([ask<World>('/_control/world'), ask<Entry[]>('/_control/journal')]).then(
      ([world, past]) => {
        desk.take([...past, ...early]);
        take = (entry) => desk.take([entry]);
        setState({ workspace: { world, desk } });
      },
      (error: Error) => setState({ failure: error.message }),
    );
    return stop;
  }, []);
  return state;
}

/** What a person sees now. */
export const useSeen = (desk: Desk, person: string): Seen =>
  useSyncExternalStore(desk.follow, () => desk.of(person));

import { useEffect, useState, useSyncExternalStore } from 'react';
import type { World } from '../slack/slack-control.ts';
import { type Entry, entryKinds } from '../slack/workspace/journal.ts';
import { ask } from './shared/client.ts';
import { follow } from './shared/live.ts';
import { Desk, type Seen } from './workspace-view.ts';

/** The local Slack as this window knows it. */
export interface Workspace {
  readonly world: World;
  readonly desk: Desk;
}

const stopped = 'The playground has stopped. Start it again: npm run dev';

/** `workspace` is undefined until it is there; `failure` says in a sentence why it is not, or no longer true. */
interface Loading {
  readonly workspace?: Workspace;
  readonly failure?: string;
}

/** Loads the workspace and keeps it up to date. */
export function useWorkspace(): Loading {
  const [state, setState] = useState<Loading>({});
  useEffect(() => {
    const desk = new Desk();
    const early: Entry[] = [];
    let take = (entry: Entry): void => void early.push(entry);
    const hear = (entry: Entry): void => take(entry);
    const listeners = Object.fromEntries(entryKinds.map((kind) => [kind, hear]));
    const load = async (): Promise<void> => {
      const [world, past] = await Promise.all([
        ask<World>('/_control/world'),
        ask<Entry[]>('/_control/journal'),
      ]);
      desk.take([...past, ...early]);
      take = (entry) => desk.take([entry]);
      setState({ workspace: { world, desk } });
    };
    return follow('/_control/events', listeners, {
      joined: () => void load().catch((error: Error) => setState({ failure: error.message })),
      lost: () => setState((before) => ({ ...before, failure: stopped })),
    });
  }, []);
  return state;
}

/** What a person sees now. */
export const useSeenOf = (desk: Desk, person: string): Seen =>
  useSyncExternalStore(desk.follow, () => desk.of(person));

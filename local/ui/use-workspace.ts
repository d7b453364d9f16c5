import { useEffect, useState, useSyncExternalStore } from 'react';
import type { WorkspaceInfo } from '../slack/slack-control.ts';
import { type Entry, entryKinds } from '../slack/workspace/journal.ts';
import { setAhead } from './blocks/index.ts';
import { ask } from './shared/client.ts';
import { subscribe } from './shared/live.ts';
import { type Seen, SeenStore } from './workspace-view.ts';

export interface Workspace {
  readonly info: WorkspaceInfo;
  readonly seenStore: SeenStore;
}

const stopped = 'Skydesk has stopped. Start it again: npm run dev';

/** `workspace` is undefined until it has loaded; `failure` is the reason, as a sentence, why it has not or is outdated. */
interface Loading {
  readonly workspace?: Workspace;
  readonly failure?: string;
}

export function useWorkspace(): Loading {
  const [state, setState] = useState<Loading>({});
  useEffect(() => {
    const seenStore = new SeenStore();
    const early: Entry[] = [];
    let take = (entry: Entry): void => void early.push(entry);
    const hear = (entry: Entry): void => take(entry);
    const listeners = Object.fromEntries(entryKinds.map((kind) => [kind, hear]));
    const load = async (): Promise<void> => {
      const [info, past] = await Promise.all([
        ask<WorkspaceInfo>('/_control/info'),
        ask<Entry[]>('/_control/journal'),
      ]);
      setAhead(aheadOf(info.now));
      seenStore.take([...past, ...early]);
      take = (entry) => {
        if (entry.kind === 'clock' || entry.kind === 'reset') setAhead(aheadOf(entry.at));
        seenStore.take([entry]);
      };
      setState({ workspace: { info, seenStore } });
    };
    return subscribe('/_control/events', listeners, {
      onJoined: () => void load().catch((error: Error) => setState({ failure: error.message })),
      onLost: () => setState((before) => ({ ...before, failure: stopped })),
    });
  }, []);
  return state;
}

/** Returns the time by which the server's clock is ahead, in milliseconds. Less than a minute is ignored as transmission time. */
function aheadOf(at: number): number {
  const ahead = at - Date.now();
  return Math.abs(ahead) < 60_000 ? 0 : ahead;
}

export const useSeenOf = (seenStore: SeenStore, person: string): Seen =>
  useSyncExternalStore(seenStore.follow, () => seenStore.of(person));

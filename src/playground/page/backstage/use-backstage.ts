import { useEffect, useMemo, useState } from 'react';
import type { ServiceState, Switch, SwitchId, Trail } from '../../backstage/types.ts';
import { type Changes, changesBetween, noChanges } from './changes.ts';

/** What the backstage tells, as it stands, and the hands on it. */
export interface BackstageNow {
  /** Newest first. */
  readonly trails: readonly Trail[];
  /** `null` when the service is elsewhere, or nothing is known yet. */
  readonly state: ServiceState | null;
  /** What the last change of the service was. */
  readonly changes: Changes;
  readonly switches: readonly Switch[];
  /** False while the server cannot be reached. */
  readonly isConnected: boolean;
  onSwitch(id: SwitchId, on: boolean): void;
  onReset(): void;
}

interface Known {
  readonly trails: ReadonlyMap<string, Trail>;
  readonly state: ServiceState | null;
  readonly changes: Changes;
  readonly switches: readonly Switch[];
}

const nothing: Known = { trails: new Map(), state: null, changes: noChanges, switches: [] };

/** Listens to the backstage for as long as the component is there. */
export function useBackstage(): BackstageNow {
  const [known, setKnown] = useState(nothing);
  const [isConnected, setConnected] = useState(true);

  useEffect(() => {
    const events = new EventSource('/_backstage/events');
    const on = <Data>(name: string, take: (known: Known, data: Data) => Known) => {
      events.addEventListener(name, ({ data }: MessageEvent<string>) => {
        const told: Data = JSON.parse(data);
        setKnown((before) => take(before, told));
      });
    };
    on('trails', (before, trails: readonly Trail[]) => ({
      ...before,
      trails: new Map(trails.map((trail) => [trail.id, trail])),
    }));
    on('trail', (before, trail: Trail) => ({
      ...before,
      trails: new Map(before.trails).set(trail.id, trail),
    }));
    on('state', (before, state: ServiceState | null) => ({
      ...before,
      state,
      changes: changesBetween(before.state, state) ?? before.changes,
    }));
    on('switches', (before, switches: readonly Switch[]) => ({ ...before, switches }));
    events.onopen = () => setConnected(true);
    events.onerror = () => setConnected(false);
    return () => events.close();
  }, []);

  const trails = useMemo(
    () => [...known.trails.values()].toSorted((one, other) => other.at - one.at),
    [known],
  );
  return {
    ...known,
    trails,
    isConnected,
    onSwitch: (id, on) => void post('switches', { id, on }),
    onReset: () => void post('reset', {}),
  };
}

/** What comes of it is told by the stream. */
async function post(path: string, body: object): Promise<void> {
  await fetch(`/_backstage/${path}`, { method: 'POST', body: JSON.stringify(body) });
}

import { useEffect, useMemo, useState } from 'react';
import type { ServiceState, Switch, SwitchId, Trail } from '../../inspector/inspector-types.ts';
import { act, ask } from '../shared/client.ts';
import { follow } from '../shared/live.ts';
import { useToasts } from '../shared/toasts.tsx';
import { type Changes, changesBetween, noChanges } from './state-changes.ts';

/** What the backstage tells, as it stands, and the hands on it. */
export interface BackstageNow {
  /** Newest first. */
  readonly trails: readonly Trail[];
  /** `null` when the service is elsewhere, or nothing is known yet. */
  readonly state: ServiceState | null;
  /** What the last change of the service was. */
  readonly changes: Changes;
  readonly switches: readonly Switch[];
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

const byId = (trails: readonly Trail[]): ReadonlyMap<string, Trail> =>
  new Map(trails.map((trail) => [trail.id, trail]));

/** Listens to the backstage for as long as the component is there. */
export function useBackstage(): BackstageNow {
  const [known, setKnown] = useState(nothing);
  const toasts = useToasts();

  useEffect(() => {
    const listeners = {
      trails: (trails: readonly Trail[]) => setKnown((before) => ({ ...before, trails: byId(trails) })),
      trail: (trail: Trail) =>
        setKnown((before) => ({ ...before, trails: new Map(before.trails).set(trail.id, trail) })),
      state: (state: ServiceState | null) =>
        setKnown((before) => ({
          ...before,
          state,
          changes: changesBetween(before.state, state) ?? before.changes,
        })),
      switches: (switches: readonly Switch[]) => setKnown((before) => ({ ...before, switches })),
    };
    // Another window may have begun the stream, which tells how things stand only once.
    const load = async (): Promise<void> => {
      const [trails, state, switches] = await Promise.all([
        ask<readonly Trail[]>('/_backstage/trails'),
        ask<ServiceState | null>('/_backstage/state'),
        ask<readonly Switch[]>('/_backstage/switches'),
      ]);
      // What was heard meanwhile is newer.
      setKnown((heard) => ({
        ...heard,
        trails: new Map([...byId(trails), ...heard.trails]),
        state: heard.state ?? state,
        switches: heard.switches.length > 0 ? heard.switches : switches,
      }));
    };
    return follow('/_backstage/events', listeners, { joined: () => void load().catch(toasts.say) });
  }, [toasts]);

  const trails = useMemo(
    () => [...known.trails.values()].toSorted((one, other) => other.at - one.at),
    [known.trails],
  );
  return {
    ...known,
    trails,
    onSwitch: (id, on) => void act('/_backstage/switches', { id, on }).catch(toasts.say),
    onReset: () => void act('/_backstage/reset').catch(toasts.say),
  };
}

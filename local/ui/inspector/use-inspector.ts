import { useEffect, useMemo, useState } from 'react';
import type { FaultSwitchId } from '../../inspector/fault-table.ts';
import type { CloudState, FaultSwitch, Trace } from '../../inspector/inspector-types.ts';
import { act, ask } from '../shared/client.ts';
import { useToasts } from '../shared/toasts.tsx';
import { followInspector } from './follow-inspector.ts';
import { type Changes, changesBetween, noChanges } from './state-changes.ts';

/** The current state of the inspector, and its actions. */
export interface InspectorState {
  /** Newest first. */
  readonly traces: readonly Trace[];
  /** `null` when the service is elsewhere, or nothing is known yet. */
  readonly state: CloudState | null;
  /** What the last change of the service was. */
  readonly changes: Changes;
  readonly faults: readonly FaultSwitch[];
  onSwitch(id: FaultSwitchId, on: boolean): void;
  onReset(): void;
}

interface Known {
  readonly traces: ReadonlyMap<string, Trace>;
  readonly state: CloudState | null;
  readonly changes: Changes;
  readonly faults: readonly FaultSwitch[];
}

const nothing: Known = { traces: new Map(), state: null, changes: noChanges, faults: [] };

const byId = (traces: readonly Trace[]): ReadonlyMap<string, Trace> =>
  new Map(traces.map((trace) => [trace.id, trace]));

/** Listens to the inspector for as long as the component is there. */
export function useInspector(): InspectorState {
  const [known, setKnown] = useState(nothing);
  const toasts = useToasts();

  useEffect(() => {
    const listeners = {
      traces: (traces: readonly Trace[]) => setKnown((before) => ({ ...before, traces: byId(traces) })),
      trace: (trace: Trace) =>
        setKnown((before) => ({ ...before, traces: new Map(before.traces).set(trace.id, trace) })),
      state: (state: CloudState | null) =>
        setKnown((before) => ({
          ...before,
          state,
          changes: changesBetween(before.state, state) ?? before.changes,
        })),
      faults: (faults: readonly FaultSwitch[]) => setKnown((before) => ({ ...before, faults })),
    };
    // Another window may have begun the stream, which sends the current state only once.
    const load = async (): Promise<void> => {
      const [traces, state, faults] = await Promise.all([
        ask<readonly Trace[]>('/_inspector/traces'),
        ask<CloudState | null>('/_inspector/state'),
        ask<readonly FaultSwitch[]>('/_inspector/faults'),
      ]);
      // What the stream has sent meanwhile is newer.
      setKnown((heard) => ({
        ...heard,
        traces: new Map([...byId(traces), ...heard.traces]),
        state: heard.state ?? state,
        faults: heard.faults.length > 0 ? heard.faults : faults,
      }));
    };
    return followInspector(listeners, () => void load().catch(toasts.say));
  }, [toasts]);

  const traces = useMemo(() => [...known.traces.values()].toSorted((a, b) => b.at - a.at), [known.traces]);
  return {
    ...known,
    traces,
    onSwitch: (id, on) => void act('/_inspector/faults', { id, on }).catch(toasts.say),
    onReset: () => void act('/_inspector/reset').catch(toasts.say),
  };
}

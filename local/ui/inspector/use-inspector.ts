import { useEffect, useMemo, useState } from 'react';
import type { FaultSwitch, Trace } from '../../inspector/inspector-types.ts';
import { act, ask } from '../shared/client.ts';
import { subscribe } from '../shared/live.ts';
import { useToasts } from '../shared/toasts.tsx';

export type InspectorState = ReturnType<typeof useInspector>;

const byId = (traces: readonly Trace[]): ReadonlyMap<string, Trace> =>
  new Map(traces.map((trace) => [trace.id, trace]));

export function useInspector() {
  const [known, setKnown] = useState(() => byId([]));
  const [faults, setFaults] = useState<readonly FaultSwitch[]>([]);
  const toasts = useToasts();

  useEffect(() => {
    const listeners = {
      traces: (traces: readonly Trace[]) => setKnown(byId(traces)),
      trace: (trace: Trace) => setKnown((before) => new Map(before).set(trace.id, trace)),
      faults: setFaults,
    };
    // Another window may have started the stream, which sends the current state only once.
    const load = async (): Promise<void> => {
      const [traces, current] = await Promise.all([
        ask<readonly Trace[]>('/_inspector/traces'),
        ask<readonly FaultSwitch[]>('/_inspector/faults'),
      ]);
      // Newer data may have arrived from the stream meanwhile.
      setKnown((heard) => new Map([...byId(traces), ...heard]));
      setFaults((heard) => (heard.length > 0 ? heard : current));
    };
    // The page itself reports that the server does not respond.
    return subscribe('/_inspector/events', listeners, { onJoined: () => void load().catch(() => {}) });
  }, []);

  /** Newest first. */
  const traces: readonly Trace[] = useMemo(
    () => [...known.values()].toSorted((a, b) => b.at - a.at),
    [known],
  );
  return {
    traces,
    faults,
    onSwitch: (id: string, on: boolean): void => void act('/_inspector/faults', { id, on }).catch(toasts.say),
    onReset: (): void => void act('/_inspector/reset').catch(toasts.say),
  };
}

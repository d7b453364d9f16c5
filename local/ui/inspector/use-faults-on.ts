import { useEffect, useState } from 'react';
import type { FaultSwitch } from '../../inspector/inspector-types.ts';
import { ask } from '../shared/client.ts';
import { followInspector } from './follow-inspector.ts';

/** The faults that are injected now. */
export function useFaultsOn(): readonly FaultSwitch[] {
  const [faults, setFaults] = useState<readonly FaultSwitch[]>([]);
  useEffect(
    () =>
      followInspector({ faults: setFaults }, () => {
        // The page says by itself that nothing responds.
        ask<readonly FaultSwitch[]>('/_inspector/faults').then(setFaults, () => {});
      }),
    [],
  );
  return faults.filter(({ on }) => on);
}

import type { LogLine } from '../aws/index.ts';
import { cloudFaults } from './cloud-switches.ts';
import { functionFaults } from './function-switches.ts';
import type { FaultsOfPart } from './injected-fault.ts';
import type { FaultSwitch } from './inspector-types.ts';
import type { LocalParts } from './local-parts.ts';
import { slackFaults } from './slack-switches.ts';
import { policyFaults, timeFaults } from './time-switches.ts';

export type FaultSwitches = ReturnType<typeof createFaultSwitches>;

/** Creates the switches for the local parts. `changed` is called after each change of a switch. */
export function createFaultSwitches(parts: LocalParts, changed: () => void) {
  const { cloud, slack, aws, functions, time, policy } = parts;
  const all: readonly FaultsOfPart[] = [
    // First, so that the other parts' resets run at the right time.
    ...(time ? [timeFaults(time)] : []),
    ...(policy ? [policyFaults(policy)] : []),
    ...(cloud ? [cloudFaults(cloud, parts)] : []),
    ...(slack ? [slackFaults(slack)] : []),
    functionFaults(parts),
  ];
  const faults = all.flatMap((part) => part.faults);
  const shown = (): readonly FaultSwitch[] =>
    all.flatMap(({ part, faults: ofPart }) =>
      ofPart.map(({ isOn, seen, set: _, ...fault }) => {
        const sentence = seen?.();
        return { ...fault, part, on: isOn(), ...(sentence !== undefined && { seen: sentence }) };
      }),
    );
  let reported = JSON.stringify(shown());

  /** Must be called after anything that may have used up a fault. */
  function refresh(): void {
    const now = JSON.stringify(shown());
    if (now === reported) return;
    reported = now;
    changed();
  }

  return {
    all: shown,
    passwords: (): readonly string[] => all.flatMap((part) => part.passwords ?? []),
    refresh,
    /** @throws TypeError with a sentence if there is no such switch */
    async set(id: string, on: boolean): Promise<void> {
      const fault = faults.find((candidate) => candidate.id === id);
      if (!fault)
        throw new TypeError(`There is no switch ${id}; there are ${faults.map((one) => one.id).join(', ')}.`);
      await fault.set(on);
      refresh();
    },
    async reset(): Promise<void> {
      for (const fault of faults) if (fault.kind === 'condition') await fault.set(false);
      aws.faults.clear();
      await aws.clear();
      await Promise.all(functions.map((lambda) => lambda.kill()));
      await aws.clear();
      for (const part of all) part.reset?.();
      refresh();
    },
    onLog(line: LogLine): void {
      if (all.some((part) => part.onLog?.(line))) refresh();
    },
  };
}

import type { LogLine } from '../aws/index.ts';
import {
  botFaults,
  cloudFaults,
  type FaultsOfPart,
  policyFaults,
  slackFaults,
  timeFaults,
} from './faults-by-part.ts';
import type { FaultSwitch } from './inspector-types.ts';
import type { LocalParts } from './local-parts.ts';

/** The switches of the fault injection. */
export interface FaultSwitches {
  all(): readonly FaultSwitch[];
  /** @throws TypeError with a sentence if there is no such switch */
  set(id: string, on: boolean): Promise<void>;
  /** Restores the initial state. */
  reset(): Promise<void>;
  /** The passwords that the switches generated. */
  readonly passwords: readonly string[];
  /** Must be called after anything that may have used up a fault. */
  refresh(): void;
  /** Processes a line of a function's log, which determines when an armed worker is killed. */
  onLog(line: LogLine): void;
}

/** Creates the switches for the local parts. `changed` is called after each change of a switch. */
export function createFaultSwitches(parts: LocalParts, changed: () => void): FaultSwitches {
  const { cloud, slack, aws, functions, worker } = parts;
  const passwords: string[] = [];
  const nextWorker = { armed: false };
  const all: readonly FaultsOfPart[] = [
    // First, so that the other parts' resets run at the right time.
    ...(parts.time ? [timeFaults(parts.time)] : []),
    ...(parts.policy ? [policyFaults(parts.policy)] : []),
    ...(cloud ? [cloudFaults(cloud, parts, passwords)] : []),
    ...(slack ? [slackFaults(slack)] : []),
    botFaults(functions, nextWorker),
  ];
  const faults = all.flatMap((part) => part.faults);
  const shown = (): readonly FaultSwitch[] =>
    all.flatMap(({ part, faults: ofPart }) =>
      ofPart.map(({ id, kind, name, description, isOn, seen }) => {
        const sentence = seen?.();
        return {
          ...{ id, part, kind, name, description },
          on: isOn(),
          ...(sentence !== undefined && { seen: sentence }),
        };
      }),
    );
  let reported = JSON.stringify(shown());

  function refresh(): void {
    const now = JSON.stringify(shown());
    if (now === reported) return;
    reported = now;
    changed();
  }

  return {
    all: shown,
    passwords,
    refresh,
    async set(id, on) {
      const fault = faults.find((candidate) => candidate.id === id);
      if (!fault)
        throw new TypeError(`There is no switch ${id}; there are ${faults.map((one) => one.id).join(', ')}.`);
      await fault.set(on);
      refresh();
    },
    async reset() {
      for (const fault of faults) if (fault.kind === 'condition') await fault.set(false);
      aws.faults.clear();
      await aws.clear();
      await Promise.all(functions.map((lambda) => lambda.kill()));
      await aws.clear();
      for (const part of all) part.reset();
      refresh();
    },
    onLog({ function: name, instance, text }) {
      if (!nextWorker.armed || name !== worker.name || !text.includes('"message":"service call"')) return;
      nextWorker.armed = false;
      void worker.kill(instance);
      refresh();
    },
  };
}

import type { LogLine } from '../aws/index.ts';
import { botSwitches } from './bot-switches.ts';
import { cloudSwitches } from './cloud-switches.ts';
import type { FaultSwitch } from './inspector-types.ts';
import { policySwitches } from './policy-switches.ts';
import { slackSwitches } from './slack-switches.ts';
import type { LocalParts, SwitchGroup } from './switch-types.ts';
import { timeSwitches } from './time-switches.ts';

/** The switches of the fault injection. */
export interface FaultSwitches {
  all(): readonly FaultSwitch[];
  /** @throws TypeError in a sentence when there is no such switch here. */
  set(id: string, on: boolean): Promise<void>;
  /** Puts everything back as at the start. */
  reset(): Promise<void>;
  /** The passwords that the switches made up. */
  readonly passwords: readonly string[];
  /** Call it after anything that may have used up a fault. */
  refresh(): void;
  /** A line of a function's log: the moment at which an armed worker is killed. */
  onLog(line: LogLine): void;
}

/** Creates the switches for the local parts. `changed` is called when one of them has changed. */
export function createFaultSwitches(parts: LocalParts, changed: () => void): FaultSwitches {
  const { cloud, slack, aws, functions } = parts;
  const passwords: string[] = [];
  const groups: readonly SwitchGroup[] = [
    // First, so that a reset notes the right time.
    ...(parts.time ? [timeSwitches(parts.time)] : []),
    ...(parts.policy ? [policySwitches(parts.policy)] : []),
    ...(cloud ? [cloudSwitches(cloud, parts, passwords)] : []),
    ...(slack ? [slackSwitches(slack)] : []),
    botSwitches(parts, refresh),
  ];
  const switches = groups.flatMap((group) => group.switches);
  const all = (): readonly FaultSwitch[] =>
    switches.map(({ isOn, set, ...shown }) => ({ ...shown, on: isOn() }));
  let reported = JSON.stringify(all());

  function refresh(): void {
    const now = JSON.stringify(all());
    if (now === reported) return;
    reported = now;
    changed();
  }

  return {
    all,
    passwords,
    refresh,
    async set(id, on) {
      const found = switches.find((candidate) => candidate.id === id);
      if (!found)
        throw new TypeError(
          `There is no switch ${id}; there are ${switches.map((known) => known.id).join(', ')}.`,
        );
      await found.set(on);
      refresh();
    },
    async reset() {
      for (const { kind, set } of switches) if (kind === 'condition') await set(false);
      aws.faults.clear();
      await aws.clear();
      await Promise.all(functions.map((lambda) => lambda.kill()));
      await aws.clear();
      for (const group of groups) group.reset();
      refresh();
    },
    onLog(line) {
      for (const group of groups) group.onLog?.(line);
    },
  };
}

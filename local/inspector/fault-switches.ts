import type { LogLine } from '../aws/index.ts';
import {
  cloudEffects,
  immediate,
  type PartEffects,
  policyEffects,
  slackEffects,
  timeEffects,
} from './fault-effects.ts';
import { faultTable } from './fault-table.ts';
import type { FaultSwitch } from './inspector-types.ts';
import type { LocalParts } from './local-parts.ts';

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
  const { cloud, slack, aws, functions, worker } = parts;
  const passwords: string[] = [];
  /** Whether the next worker is to be killed. */
  let armed = false;
  const bot: PartEffects = {
    effects: {
      'cold-start': immediate(async () => {
        await Promise.all(functions.map((lambda) => lambda.coldStart()));
      }),
      'worker-dies': {
        isOn: () => armed,
        set(on) {
          armed = on;
        },
      },
    },
    reset() {
      armed = false;
    },
  };
  const all: readonly PartEffects[] = [
    // First, so that a reset notes the right time.
    ...(parts.time ? [timeEffects(parts.time)] : []),
    ...(parts.policy ? [policyEffects(parts.policy)] : []),
    ...(cloud ? [cloudEffects(cloud, parts, passwords)] : []),
    ...(slack ? [slackEffects(slack)] : []),
    bot,
  ];
  const effects = new Map(all.flatMap((part) => Object.entries(part.effects)));
  const switches = faultTable.flatMap(([id, part, kind, name, description]) => {
    const effect = effects.get(id);
    return effect ? [{ shown: { id, part, kind, name, description }, effect }] : [];
  });
  const shown = (): readonly FaultSwitch[] =>
    switches.map(({ shown, effect }) => {
      const seen = effect.seen?.();
      return { ...shown, on: effect.isOn(), ...(seen !== undefined && { seen }) };
    });
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
      const found = switches.find(({ shown }) => shown.id === id);
      if (!found)
        throw new TypeError(
          `There is no switch ${id}; there are ${switches.map(({ shown }) => shown.id).join(', ')}.`,
        );
      await found.effect.set(on);
      refresh();
    },
    async reset() {
      for (const { shown, effect } of switches) if (shown.kind === 'condition') await effect.set(false);
      aws.faults.clear();
      await aws.clear();
      await Promise.all(functions.map((lambda) => lambda.kill()));
      await aws.clear();
      for (const part of all) part.reset();
      refresh();
    },
    onLog({ function: name, instance, text }) {
      if (!armed || name !== worker.name || !text.includes('"message":"service call"')) return;
      armed = false;
      void worker.kill(instance);
      refresh();
    },
  };
}

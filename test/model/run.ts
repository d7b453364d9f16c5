import { type Actor, type Call, type Ending, faultsOf } from './actor.ts';
import type { Scenario } from './begin.ts';
import { atTheEnd, watch } from './invariants.ts';
import { isUnproven } from './stored.ts';
import { type Weaken, World } from './world.ts';
import type { Wrong } from './wrong.ts';

/** One thing that can happen next. The first of several is the usual one. */
interface Option {
  readonly label: string;
  act(): Promise<void> | void;
}

/** The events of a run. */
export interface RunRecord {
  /** How many things could have happened at each point. */
  readonly widths: readonly number[];
  readonly choices: readonly number[];
  readonly labels: readonly string[];
  readonly wrongs: readonly Wrong[];
}

/** No run that ends needs this many steps. */
const maxSteps = 1500;
const maxSweeps = 60;

/**
 * Waits until every worker waits for one of its calls: Node drains the microtasks before the next tick. A turn of the event loop
 * would do as well, and takes longer than most steps.
 */
const quiet = (): Promise<void> => new Promise((resolve) => process.nextTick(resolve));

/** Runs a scenario until nothing is left to do. `choose` picks one of this many options at each point. */
export async function run(
  scenario: Scenario,
  choose: (width: number, point: number) => number,
  weaken?: Weaken,
): Promise<RunRecord> {
  const world = new World(scenario, weaken);
  const widths: number[] = [];
  const choices: number[] = [];
  const labels: string[] = [];
  const check = watch(world);
  for (;;) {
    await quiet();
    check.state();
    const options = await optionsOf(world);
    if (options.length === 0) break;
    if (widths.length >= maxSteps || world.sweeps > maxSweeps) {
      if (!world.table.storedEnds.some((end) => isUnproven(end, world)))
        check.wrong('never ends', 'the sweeper looks at it again and again');
      break;
    }
    const choice = choose(options.length, widths.length);
    const option = options[choice] ?? options[0];
    if (!option) break;
    widths.push(options.length);
    choices.push(choice);
    labels.push(choice === 0 ? option.label : `** ${option.label}`);
    await option.act();
  }
  return { widths, choices, labels, wrongs: [...check.wrongs, ...atTheEnd(world)] };
}

async function optionsOf(world: World): Promise<readonly Option[]> {
  const busy = world.actors.filter(({ isFrozen, pending }) => !isFrozen && pending.length > 0);
  const frozen = world.actors.filter(({ isFrozen }) => isFrozen);
  const current = busy.find((actor) => actor === world.current) ?? busy[0];
  const [call] = current?.pending ?? [];
  const deliveries = world.isWorkerFree ? world.due : [];
  const deliver = deliveries.map((message) => ({
    label: `SQS delivers ${message.job.id}`,
    act: () => world.deliver(message),
  }));
  const thaw = frozen.map((actor) => ({
    label: `${actor.name} goes on`,
    act: () => world.thaw(actor),
  }));
  const late = world.late.map((sent) => ({
    label: `the cloud API makes ${sent.target}=${sent.value.slice(0, 4)} after all`,
    act: () => {
      world.late.splice(world.late.indexOf(sent), 1);
      world.cloud.applyLate(sent);
    },
  }));
  if (current && call) {
    const ends = (ending: Ending, of: Call): Option => ({
      label: `${of.actor.name}: ${of.name}${ending === 'done' ? '' : ` – ${ending}`}`,
      act: () => world.end(of, ending),
    });
    const others = busy
      .filter((actor) => actor !== current)
      .map((actor: Actor) => actor.pending[0])
      .filter((other) => other !== undefined);
    return [
      ends('done', call),
      ...faultsOf(call).map((fault) => ends(fault, call)),
      ...others.map((other) => ends('done', other)),
      ...deliver,
      ...thaw,
      ...late,
    ];
  }
  const next = await world.nextMoment();
  const pass: readonly Option[] = next
    ? [
        {
          label: `time passes, ${next.sweeps ? 'the sweeper runs' : 'a message comes again'}`,
          act: () => {
            world.now = next.at;
            if (next.sweeps) world.sweep();
          },
        },
      ]
    : [];
  return [...deliver, ...thaw, ...late, ...pass];
}

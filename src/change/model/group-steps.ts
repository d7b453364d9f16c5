import { count } from '../../answer/answer.ts';
import type { Target } from '../../operation/operation.ts';

/** What grouping reads of a step. */
export interface Grouped {
  readonly title: string;
  readonly action?: string | undefined;
  readonly target?: Target | undefined;
}

/** Steps in a row whose texts differ in nothing but the names of their targets. */
export interface StepGroup<Step extends Grouped> {
  readonly steps: readonly [Step, ...Step[]];
  /** The text of all of them: with how many targets in place of one. */
  readonly text: string;
}

/** Upper bound for the names of targets in a text that stands for several steps. */
const maxNamed = 3;

/**
 * Groups steps in a row whose texts differ in nothing but the names of their targets: "Assign alert policy Disk 80 → 8 servers
 * (DE1ACMEWEB01, …)". Those of one command need not be in a row: they can differ in what they replace. A text that stands alone
 * stays as it is. `inPlace` writes what stands in place of a name.
 */
export function groupSteps<Step extends Grouped>(
  steps: readonly Step[],
  textOf: (step: Step) => string = ({ title }) => title,
  inPlace: (names: readonly string[], noun: string) => string = howMany,
): readonly StepGroup<Step>[] {
  const [first] = steps;
  const isOneCommand = steps.every(({ target, action }) => target && action === first?.action);
  const groups: { key: string; steps: [Step, ...Step[]] }[] = [];
  for (const step of steps) {
    const key = keyOf(step, textOf(step));
    const group = isOneCommand ? groups.find((one) => one.key === key) : groups.at(-1);
    if (group && key !== undefined && group.key === key) group.steps.push(step);
    else groups.push({ key: key ?? '', steps: [step] });
  }
  return groups.map(({ steps }) => ({ steps, text: textFor(steps, textOf, inPlace) }));
}

function textFor<Step extends Grouped>(
  steps: readonly [Step, ...Step[]],
  textOf: (step: Step) => string,
  inPlace: (names: readonly string[], noun: string) => string,
): string {
  const [first] = steps;
  const text = textOf(first);
  if (steps.length === 1 || !first.target) return text;
  const names = steps.flatMap(({ target }) => target?.name ?? []);
  return withInPlace(text, first.target.name, inPlace(names, first.target.noun)) ?? text;
}

/** "8 servers (DE1ACMEWEB01, …)"; a few names are all shown. */
function howMany(names: readonly string[], noun: string): string {
  const shown = names.length <= maxNamed ? names.join(', ') : `${names[0]}, …`;
  return `${count(names.length, noun)} (${shown})`;
}

/** The text without the name of its target; undefined if it doesn't have the name, and so can't be grouped. */
function keyOf({ target }: Grouped, text: string): string | undefined {
  const rest = target && withInPlace(text, target.name, '\0');
  return rest && `${target.noun} ${rest}`;
}

/** A target is named after what is done to it, which can have the same name. */
function withInPlace(text: string, name: string, other: string): string | undefined {
  const at = text.lastIndexOf(name);
  return name === '' || at < 0 ? undefined : `${text.slice(0, at)}${other}${text.slice(at + name.length)}`;
}

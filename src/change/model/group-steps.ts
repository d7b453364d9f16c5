import { count } from '../../answer/answer.ts';
import type { Target } from '../../operation/operation.ts';

/** The properties of a step that grouping reads. */
export interface Grouped {
  readonly title: string;
  readonly action?: string | undefined;
  readonly target?: Target | undefined;
}

/** Consecutive steps whose texts differ only in the names of their targets. */
export interface StepGroup<Step extends Grouped> {
  readonly steps: readonly [Step, ...Step[]];
  /** The text for all of them, with the number of targets in place of one name. */
  readonly text: string;
}

/** Upper bound for the names of targets in the text of a group. */
const maxNamed = 3;

/**
 * Groups consecutive steps whose texts differ only in the names of their targets: "Assign alert policy Disk 80 → 8 servers
 * (DE1ACMEWEB01, …)". The steps of one command need not be consecutive, since they can differ in what they replace. A single
 * text is returned unchanged. `inPlace` writes the replacement of a name.
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

/** Formats a number of targets: "8 servers (DE1ACMEWEB01, …)". Lists all names if there are few. */
function howMany(names: readonly string[], noun: string): string {
  const shown = names.length <= maxNamed ? names.join(', ') : `${names[0]}, …`;
  return `${count(names.length, noun)} (${shown})`;
}

/** Returns the text without the name of its target; undefined if it doesn't contain the name and so can't be grouped. */
function keyOf({ target }: Grouped, text: string): string | undefined {
  const rest = target && withInPlace(text, target.name, '\0');
  return rest && `${target.noun} ${rest}`;
}

/** Replaces the last occurrence, since the thing that is done to the target can have its name and comes first. */
function withInPlace(text: string, name: string, other: string): string | undefined {
  const at = text.lastIndexOf(name);
  return name === '' || at < 0 ? undefined : `${text.slice(0, at)}${other}${text.slice(at + name.length)}`;
}

import { bold, type Inline, line, type Text } from '../../answer/answer.ts';
import type { ChangePlan, RequestedChange } from './change.ts';
import { type Grouped, groupSteps } from './group-steps.ts';
import { keepsResults } from './outcomes.ts';
import type { Step, Steps } from './step.ts';

/** Returns the grouped titles of a change's steps as plain text. Use it alone or after a label, not within a sentence. */
export const titleOf = ({ steps }: { readonly steps: readonly Grouped[] }): string =>
  groupSteps(steps)
    .map(({ text }) => text)
    .join('; then ');

/** Returns the title of a step with its action in bold; plain if the action is not known. */
export const titleText = ({ title, action }: Pick<Step, 'title' | 'action'>): Text =>
  action !== undefined && title.startsWith(action) ? [bold(action), title.slice(action.length)] : title;

/** Returns the name of a plan: "Runbook new-web-server". */
export const nameOfPlan = ({ name }: Pick<ChangePlan, 'name'>): string =>
  name === undefined ? 'Plan' : `Runbook ${name}`;

/**
 * Returns the grouped titles of the steps of a change in one line, each with its action in bold. For a plan, returns its name,
 * since its steps are listed separately.
 */
export const titlesText = ({
  steps,
  plan,
}: {
  readonly steps: readonly Grouped[];
  readonly plan?: ChangePlan | undefined;
}): readonly Inline[] => (plan ? planTitle(plan, steps) : stepTitles(steps));

const planTitle = (plan: ChangePlan, steps: readonly Grouped[]): readonly Inline[] => [
  bold(nameOfPlan(plan)),
  ` · ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}`,
];

const stepTitles = (steps: readonly Grouped[]): readonly Inline[] =>
  groupSteps(steps).flatMap(({ text, steps: [{ action }] }, index) => [
    ...(index > 0 ? ['; then '] : []),
    ...[titleText({ title: text, action })].flat(),
  ]);

/** Returns " through Slackbot", to follow the name of the requester; empty for a request from Slack itself. */
export const throughText = ({ through }: Pick<RequestedChange, 'through'>): readonly Inline[] =>
  through === undefined ? [] : [` through ${through}`];

/** Returns " · requested through Slackbot", for texts without the requester; empty for a request from Slack itself. */
export const requestedThrough = (change: Pick<RequestedChange, 'through'>): readonly Inline[] =>
  change.through === undefined ? [] : [' · requested', ...throughText(change)];

/** Returns the commands of a change, grouped: one command names all targets of equal steps. */
const commandsOf = ({ steps }: Steps): readonly string[] =>
  groupSteps(
    steps,
    (step) => step.line,
    (names) => names.join(' '),
  ).map(({ text }) => text);

/** Returns the commands of a change, in one line. */
export const linesOf = (change: Steps): readonly Inline[] =>
  commandsOf(change).flatMap((text, index) => [...(index > 0 ? ['; then '] : []), line(text)]);

/**
 * Returns the command that requests the whole change; undefined if it has several steps and no command requests them all, or if
 * it keeps results of other steps.
 */
export function lineFor({ plan, steps }: Pick<RequestedChange, 'plan' | 'steps'>): string | undefined {
  if (keepsResults({ steps })) return undefined;
  if (plan) return plan.line;
  const [only, ...others] = commandsOf({ steps });
  return others.length > 0 ? undefined : only;
}

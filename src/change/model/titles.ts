import { bold, type Inline, line, type Text } from '../../answer/answer.ts';
import type { ChangePlan, RequestedChange } from './change.ts';
import { type Grouped, groupSteps } from './group-steps.ts';
import type { Step, Steps } from './step.ts';

/**
 * The title of a change as plain text: the titles of its steps, those of equal steps as one. It stands alone or after a label,
 * never within a sentence.
 */
export const titleOf = ({ steps }: { readonly steps: readonly Grouped[] }): string =>
  groupSteps(steps)
    .map(({ text }) => text)
    .join('; then ');

/** The title of a step with its action in bold; plain if the action is not known. */
export const titleText = ({ title, action }: Pick<Step, 'title' | 'action'>): Text =>
  action !== undefined && title.startsWith(action) ? [bold(action), title.slice(action.length)] : title;

/** What a plan is called: "Runbook new-web-server". */
export const nameOfPlan = ({ name }: Pick<ChangePlan, 'name'>): string =>
  name === undefined ? 'Plan' : `Runbook ${name}`;

/**
 * The titles of the steps of a change, in a row, each with its action in bold; those of equal steps as one. For a plan, its name:
 * its steps are listed apart.
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

/** " through Slackbot", to be put after who requested a change; empty for one that was requested in Slack itself. */
export const throughText = ({ through }: Pick<RequestedChange, 'through'>): readonly Inline[] =>
  through === undefined ? [] : [` through ${through}`];

/** " · requested through Slackbot", to be put where it is not said who requested a change; empty as `throughText` is. */
export const requestedThrough = (change: Pick<RequestedChange, 'through'>): readonly Inline[] =>
  change.through === undefined ? [] : [' · requested', ...throughText(change)];

/** The commands of a change; that of equal steps names all that they are about. */
const commandsOf = ({ steps }: Steps): readonly string[] =>
  groupSteps(
    steps,
    (step) => step.line,
    (names) => names.join(' '),
  ).map(({ text }) => text);

/** The commands of a change, to be shown in a row. */
export const linesOf = (change: Steps): readonly Inline[] =>
  commandsOf(change).flatMap((text, index) => [...(index > 0 ? ['; then '] : []), line(text)]);

/** The command that requests all of a change; undefined for several steps that no command requests. */
export function lineFor({ plan, steps }: Pick<RequestedChange, 'plan' | 'steps'>): string | undefined {
  if (plan) return plan.line;
  const [only, ...others] = commandsOf({ steps });
  return others.length > 0 ? undefined : only;
}

import { count } from '../../answer/answer.ts';
import type { ChangePlan } from '../model/change.ts';
import { type Grouped, groupSteps } from '../model/group-steps.ts';
import { nameOfPlan } from '../model/titles.ts';

/** Upper bound for a title in a push notification, in UTF-16 units: a phone shows it whole together with the words around it. */
const maxTitle = 80;

/** Returns the title of a change, shortened for a phone: "Create firewall policy 10.0.0.0/8 (DE1) → …, then 2 more". */
export function shortTitle({
  steps,
  plan,
}: {
  readonly steps: readonly Grouped[];
  readonly plan?: ChangePlan | undefined;
}): string {
  if (plan) return `${cut(nameOfPlan(plan))} · ${count(steps.length, 'step')}`;
  const [first = '', ...others] = groupSteps(steps).map(({ text }) => text);
  return others.length > 0 ? `${cut(first)}, then ${others.length} more` : cut(first);
}

const cut = (title: string): string =>
  title.length > maxTitle ? `${title.slice(0, maxTitle - 1).trimEnd()}…` : title;

import { asObjects, asString, type JsonObject, lookUp } from '../slack/payload/json.ts';
import { indent, type Page, paint, wrap } from './terminal-page.ts';

const waiting = ['○', 'dim'] as const;
const signs = {
  pending: waiting,
  in_progress: ['◐', 'blue'],
  complete: ['✔', 'green'],
  error: ['✖', 'red'],
} as const;

/** Renders a task with its progress. */
function renderTask(task: JsonObject, page: Page): string[] {
  const [sign, colour] = lookUp<(typeof signs)[keyof typeof signs]>(signs, asString(task.status)) ?? waiting;
  return indent(wrap(asString(task.title), page.width - 2), `${paint(page, colour, sign)} `, '  ');
}

/** Renders a plan block: the tasks in their order. */
export function renderPlan(plan: JsonObject, page: Page): string[] {
  const title = wrap(asString(plan.title), page.width).map((line) => paint(page, 'bold', line));
  return [...title, ...asObjects(plan.tasks).flatMap((task) => renderTask(task, page))];
}

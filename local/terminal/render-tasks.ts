import { asObjects, asString, isObject, type JsonObject, lookUp } from '../slack/payload/json.ts';
import { renderRichText } from './render-rich-text.ts';
import { indent, type Page, paint, wrap } from './terminal-page.ts';

const waiting = ['○', 'dim'] as const;
const signs = {
  pending: waiting,
  in_progress: ['◐', 'blue'],
  complete: ['✔', 'green'],
  error: ['✖', 'red'],
} as const;

/** A task_card block: how far the task is, and what came of it. */
export function renderTask(task: JsonObject, page: Page): string[] {
  const [sign, colour] = lookUp<(typeof signs)[keyof typeof signs]>(signs, asString(task.status)) ?? waiting;
  const inside = { ...page, width: page.width - 2 };
  return indent(
    [
      ...wrap(asString(task.title), inside.width),
      ...[task.details, task.output].flatMap((part) => (isObject(part) ? renderRichText(part, inside) : [])),
    ],
    `${paint(page, colour, sign)} `,
    '  ',
  );
}

/** A plan block: tasks in their order. */
export function renderPlan(plan: JsonObject, page: Page): string[] {
  const title = wrap(asString(plan.title), page.width).map((line) => paint(page, 'bold', line));
  return [...title, ...asObjects(plan.tasks).flatMap((task) => renderTask(task, page))];
}

import { asObject, asObjects, asString, type Json, type JsonObject, lookUp } from '../slack/payload/json.ts';
import { labelOf } from '../slack/payload/view-state.ts';
import { renderChart } from './render-chart.ts';
import { renderTable } from './render-table.ts';
import { renderMrkdwn, renderPlain, renderRichText } from './render-text.ts';
import { indent, type Page, pad, paint, type Style, widthOf, wrap } from './terminal-page.ts';

export type { Page } from './terminal-page.ts';

/** Renders a Slack message (its blocks, or its text if it has none) as terminal text. */
export function renderMessage(message: JsonObject, page: Page): string {
  const blocks = asObjects(message.blocks);
  const body =
    blocks.length > 0
      ? blocks.flatMap((block) => renderBlock(block, page))
      : wrap(renderMrkdwn(asString(message.text), page), page.width);
  const files = asObjects(message.files).map(({ title }) => `📎 ${asString(title)}`);
  return [...body, ...files].join('\n');
}

/** Renders a modal or Home tab as terminal text, with entered values and the messages at its fields. */
export function renderView(view: JsonObject, page: Page): string {
  const values = asObject(asObject(view.state).values);
  const errors = asObject(view.errors);
  const lines = asObjects(view.blocks).flatMap((block) => {
    const id = asString(block.block_id);
    const error = asString(errors[id]);
    const shown =
      block.type === 'input' ? renderInput(block, asObject(values[id]), page) : renderBlock(block, page);
    return error ? [...shown, paint(page, 'red', `  ⚠ ${error}`)] : shown;
  });
  const buttons = [view.close, view.submit]
    .map((label) => labelOf(label ?? ''))
    .filter((label) => label !== '');
  const title = labelOf(view.title ?? '');
  return [
    ...(title ? [paint(page, ['bold', 'inverse'], ` ${title} `)] : []),
    ...lines,
    ...(buttons.length > 0 ? [buttons.map((label) => `[${label}]`).join('  ')] : []),
  ].join('\n');
}

const alertLevels: Readonly<Record<string, readonly [sign: string, colour: Style]>> = {
  info: ['ℹ', 'blue'],
  warning: ['⚠', 'yellow'],
  error: ['✖', 'red'],
  success: ['✔', 'green'],
};

const renderers: Record<string, (block: JsonObject, page: Page) => string[]> = {
  actions: (block, page) =>
    wrap(
      asObjects(block.elements)
        .map((element) => renderControl(element, page))
        .join('  '),
      page.width,
    ),
  alert: (block, page) => {
    const [sign, colour] = lookUp(alertLevels, asString(block.level)) ?? ['•', 'bold'];
    return indent(wrap(renderText(block.text, page), page.width - 2), `${paint(page, colour, sign)} `);
  },
  context: (block, page) => {
    const parts = asObjects(block.elements).map((element) => renderText(element, page));
    return wrap(parts.join('  '), page.width).map((line) => paint(page, 'dim', line));
  },
  data_table: renderTable,
  data_visualization: renderChart,
  divider: (_, page) => [paint(page, 'dim', '─'.repeat(page.width))],
  header: (block, page) =>
    wrap(renderText(block.text, page), page.width).map((line) => paint(page, 'bold', line)),
  image: ({ alt_text }, page) =>
    wrap(`Picture: ${asString(alt_text)}`, page.width).map((line) => paint(page, 'dim', line)),
  input: (block, page) => renderInput(block, {}, page),
  plan: renderPlan,
  rich_text: renderRichText,
  section: renderSection,
};

const taskStates: Readonly<Record<string, readonly [sign: string, colour: Style]>> = {
  in_progress: ['◐', 'blue'],
  complete: ['✔', 'green'],
  error: ['✖', 'red'],
};

/** Renders a plan block: the tasks in their order. */
function renderPlan({ title, tasks }: JsonObject, page: Page): string[] {
  const lines = asObjects(tasks).flatMap((task) => {
    const [sign, colour] = lookUp(taskStates, asString(task.status)) ?? ['○', 'dim'];
    return indent(wrap(asString(task.title), page.width - 2), `${paint(page, colour, sign)} `, '  ');
  });
  return [...wrap(asString(title), page.width).map((line) => paint(page, 'bold', line)), ...lines];
}

function renderBlock(block: JsonObject, page: Page): string[] {
  const render = lookUp(renderers, asString(block.type));
  return render ? render(block, page) : [paint(page, 'dim', `(${asString(block.type)})`)];
}

function renderText(value: Json | undefined, page: Page): string {
  const { type, text } = asObject(value);
  return type === 'mrkdwn' ? renderMrkdwn(asString(text), page) : renderPlain(asString(text), page);
}

/** Renders the text, then the fields, in two columns if there is room, then the accessory. */
function renderSection(block: JsonObject, page: Page): string[] {
  const fields = asObjects(block.fields).map((field) => renderText(field, page));
  const accessory = asObjects([block.accessory ?? null])[0];
  return [
    ...(block.text ? wrap(renderText(block.text, page), page.width) : []),
    ...(page.width >= 60 ? pairs(fields, page.width) : fields.flatMap((field) => wrap(field, page.width))),
    ...(accessory ? [renderControl(accessory, page)] : []),
  ];
}

function pairs(fields: string[], width: number): string[] {
  const lines = fields.map((field) => wrap(field, Math.floor(width / 2) - 1));
  const firsts = lines.filter((_, index) => index % 2 === 0).flat();
  const left = Math.min(Math.floor(width / 2), 2 + Math.max(0, ...firsts.map(widthOf)));
  return lines.flatMap((line, index) => {
    if (index % 2 === 1) return [];
    const next = lines[index + 1] ?? [];
    const height = Math.max(line.length, next.length);
    return Array.from({ length: height }, (_, at) =>
      (pad(line[at] ?? '', left) + (next[at] ?? '')).trimEnd(),
    );
  });
}

/** Renders a button as `[Text]`, a menu as `[Text ▾]`. */
function renderControl(element: JsonObject, page: Page): string {
  if (element.type === 'overflow') return `[⋯ ${asObjects(element.options).map(labelOf).join(' | ')}]`;
  const words = labelOf(element.text ?? element.initial_option ?? element.placeholder ?? '');
  const label = renderPlain(words, page);
  if (element.type !== 'button') return `[${label || asString(element.type)} ▾]`;
  const colour = element.style === 'primary' ? 'green' : element.style === 'danger' ? 'red' : 'bold';
  return paint(page, colour, `[${label}]`);
}

/** Renders an input as `Label: value`, or with its placeholder; checkboxes with their ticks. */
function renderInput(block: JsonObject, values: JsonObject, page: Page): string[] {
  const element = asObject(block.element);
  const value = asObject(values[asString(element.action_id)]);
  const entered = element.type === 'checkboxes' ? ticks(element, value) : enteredText(value);
  const shown = entered || paint(page, 'dim', labelOf(element.placeholder ?? '') || '…');
  const mark = block.optional === true ? ' (optional)' : '';
  const hint = labelOf(block.hint ?? '');
  return [
    ...wrap(`${paint(page, 'bold', labelOf(block.label))}${mark}: ${shown}`, page.width),
    ...(hint ? wrap(`  ${hint}`, page.width).map((line) => paint(page, 'dim', line)) : []),
  ];
}

/** The entered ticks, or else the initial ones. */
function ticks(element: JsonObject, value: JsonObject): string {
  const ticked = asObjects(value.selected_options ?? element.initial_options).map((one) => one.value);
  const boxes = asObjects(element.options).map(
    (option) => `${ticked.includes(option.value ?? '') ? '☑' : '☐'} ${labelOf(option)}`,
  );
  return boxes.join('  ');
}

function enteredText({ type: _type, ...value }: JsonObject): string {
  if (Array.isArray(value.selected_options)) return value.selected_options.map(labelOf).join(', ');
  return labelOf(Object.values(value)[0] ?? '');
}

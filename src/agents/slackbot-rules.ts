import type { AnyBlock } from '../slack/render/draw-chart.ts';
import { operationIdOf, rawOf } from './tools.ts';

/*
 * What Slackbot takes of a tool's answer. One violation drops all blocks, so they are checked before they are sent. The rules
 * are those of https://docs.slack.dev/ai/slackbot-mcp-client/returning-rich-responses and the limits of Block Kit. Of the blocks
 * that Slackbot takes, only those that Skydesk draws are let through.
 */

type Block<Type extends AnyBlock['type']> = Extract<AnyBlock, { readonly type: Type }>;
/** An element that a person presses or chooses from. */
export type Element = Block<'actions'>['elements'][number];
interface TextObject {
  readonly text: string;
}

/** How the `action_id` of an element begins that calls a tool; its name follows. */
export const toolPrefix = 'tool:';

/** Upper bounds, in characters or items. */
export const limits = {
  blocks: 50,
  characters: 13_000,
  tables: 1,
  cells: 10_000,
  charts: 2,
  buttonValue: 2000,
  /** Slack's documentation says 75 in one place and 150 in another. */
  optionValue: 75,
} as const;

/** Finds the rule that is broken; undefined if all hold. */
type Rule<Part> = (part: Part) => string | undefined;

const first = <Part>(parts: readonly Part[], rule: Rule<Part>): string | undefined => {
  for (const part of parts) {
    const broken = rule(part);
    if (broken !== undefined) return broken;
  }
  return undefined;
};

/** The rule with this name, which is broken unless it holds. */
const must = (holds: boolean, name: string): string | undefined => (holds ? undefined : name);

const isText = (text: TextObject | undefined, maxLength: number): boolean =>
  text !== undefined && text.text !== '' && text.text.length <= maxLength;
const isOf = (length: number, least: number, most: number): boolean => length >= least && length <= most;

/** The first rule that the blocks break, by its name; undefined if Slackbot takes all of them. */
export function brokenRuleOf(blocks: readonly AnyBlock[]): string | undefined {
  const tables = blocks.filter(({ type }) => type === 'data_table');
  const charts = blocks.filter(({ type }) => type === 'data_visualization');
  return (
    must(isOf(blocks.length, 1, limits.blocks), 'number of blocks') ??
    must(tables.length <= limits.tables, 'tables') ??
    must(charts.length <= limits.charts, 'charts') ??
    must(charactersIn(tables) <= limits.cells, 'characters of tables') ??
    must(charactersIn(blocks) <= limits.characters, 'characters') ??
    must(
      blocks.every((block) => !('block_id' in block)),
      'block_id',
    ) ??
    first(blocks, ruleOfBlock)
  );
}

function ruleOfBlock(block: AnyBlock): string | undefined {
  switch (block.type) {
    case 'divider':
      return undefined;
    case 'header':
      return must(isText(block.text, 150), 'header');
    case 'section':
      return ruleOfSection(block);
    case 'context':
      return must(
        isOf(block.elements.length, 1, 10) &&
          block.elements.every((element) => element.type === 'mrkdwn' && isText(element, 3000)),
        'context',
      );
    case 'actions':
      return must(isOf(block.elements.length, 1, 25), 'actions') ?? ruleOfElements(block.elements);
    case 'rich_text':
      return ruleOfRichText(block);
    case 'data_table':
      return ruleOfTable(block);
    case 'data_visualization':
      return ruleOfChart(block);
    default:
      return `block ${block.type}`;
  }
}

function ruleOfSection({ text, fields, accessory }: Block<'section'>): string | undefined {
  const shows =
    (text === undefined || isText(text, 3000)) &&
    (fields === undefined || (isOf(fields.length, 1, 10) && fields.every((field) => isText(field, 2000)))) &&
    (text !== undefined || fields !== undefined);
  return must(shows, 'section') ?? (accessory && ruleOfElements([accessory]));
}

/** The elements of one block: none is of a kind or has an id that Slackbot does not know, and no id is taken twice. */
function ruleOfElements(elements: readonly (Element | { readonly type: string })[]): string | undefined {
  const ids = elements.map((element) => ('action_id' in element ? element.action_id : undefined));
  return must(new Set(ids).size === ids.length, 'action_id twice') ?? first(elements, ruleOfElement);
}

function ruleOfElement(element: Element | { readonly type: string }): string | undefined {
  if ('confirm' in element) return 'confirm';
  if (!isPressed(element)) return `element ${element.type}`;
  const { action_id: id = '' } = element;
  const tool = id.startsWith(toolPrefix) ? id.slice(toolPrefix.length) : '';
  if (operationIdOf(tool) === undefined) return 'action_id';
  if (element.type === 'button') {
    return (
      must(isText(element.text, 75) && (element.accessibility_label ?? '').length <= 75, 'button') ??
      must(isCallOf(tool, element.value, limits.buttonValue), 'value')
    );
  }
  const { options = [], placeholder } = element;
  return (
    must(isOf(options.length, 1, 100) && isText(placeholder, 150), 'select') ??
    must(new Set(options.map(({ value }) => value)).size === options.length, 'option twice') ??
    must(
      options.every(({ text, description }) => isText(text, 75) && (description?.text ?? '').length <= 75),
      'option',
    ) ??
    must(
      options.every(({ value }) => isCallOf(tool, value, limits.optionValue)),
      'value',
    )
  );
}

const isPressed = (
  element: Element | { readonly type: string },
): element is Extract<Element, { readonly type: 'button' | 'static_select' }> =>
  element.type === 'button' || element.type === 'static_select';

/** Whether a value is a JSON object with arguments that the tool takes. */
function isCallOf(tool: string, value: string | undefined, maxLength: number): boolean {
  if (value === undefined || value.length > maxLength) return false;
  try {
    return 'raw' in rawOf(tool, JSON.parse(value));
  } catch {
    return false;
  }
}

function ruleOfRichText({ elements }: Block<'rich_text'>): string | undefined {
  const sections = elements.flatMap((element) =>
    element.type === 'rich_text_list' ? [] : [element.elements],
  );
  const holds =
    sections.length > 0 &&
    sections.length === elements.length &&
    sections.every(
      (section) =>
        section.length > 0 &&
        section.every(
          (element) =>
            (!('text' in element) || element.text !== '') &&
            (element.type !== 'link' || element.url.startsWith('https://')),
        ),
    );
  return must(holds, 'rich_text');
}

function ruleOfTable({ caption, rows, page_size: size = 5 }: Block<'data_table'>): string | undefined {
  const [header = []] = rows;
  const holds =
    caption !== '' &&
    isOf(rows.length, 2, 101) &&
    isOf(header.length, 1, 20) &&
    header.every(({ type }) => type === 'raw_text') &&
    rows.every((row) => row.length === header.length) &&
    rows.every((row) => row.every((cell) => !('text' in cell) || cell.text !== '')) &&
    isOf(size, 1, 100);
  return must(holds, 'data_table');
}

function ruleOfChart({ title, chart }: Block<'data_visualization'>): string | undefined {
  const { categories } = chart.axis_config;
  const names = chart.series.map(({ name }) => name);
  const short = (word: string): boolean => isOf(word.length, 1, 20);
  const holds =
    isOf(title.length, 1, 50) &&
    isOf(names.length, 1, 6) &&
    isOf(categories.length, 1, 20) &&
    [...names, ...categories].every(short) &&
    new Set(names).size === names.length &&
    new Set(categories).size === categories.length &&
    (chart.axis_config.y_label ?? '').length <= 50 &&
    chart.series.every(
      ({ data }) =>
        data.length === categories.length &&
        data.every(({ label, value }, at) => label === categories[at] && Number.isFinite(value)),
    );
  return must(holds, 'data_visualization');
}

const shown: readonly string[] = ['text', 'title', 'caption', 'label', 'name', 'fallback'];

/** The number of characters that a person sees. */
function charactersIn(part: unknown, key = ''): number {
  if (typeof part === 'string') return shown.includes(key) ? part.length : 0;
  if (typeof part !== 'object' || part === null) return 0;
  return Object.entries(part).reduce((sum, [name, member]) => sum + charactersIn(member, name), 0);
}

import type { PlainTextOption, Button as SlackButton, StaticSelect } from '@slack/types';
import type { Answer, Button, Part } from '../answer/answer.ts';
import { readAction, readChoice } from '../slack/render/action-id.ts';
import { draw } from '../slack/render/draw.ts';
import type { AnyBlock } from '../slack/render/draw-chart.ts';
import { lines } from '../slack/render/plain-text.ts';
import { toolCallOf } from './tool-link.ts';
import { isVisible } from './visible.ts';

/** An element that a person presses or chooses from. */
type Element = Extract<AnyBlock, { readonly type: 'actions' }>['elements'][number];

/** How the `action_id` of an element begins that calls a tool; its name follows. */
const toolPrefix = 'tool:';

/**
 * Upper bounds, in characters or items: https://docs.slack.dev/ai/slackbot-mcp-client/returning-rich-responses. One block too many drops all
 * of them. Slack’s documentation has 75 for the value of an option in one place, and 150 in another.
 */
const limits = { blocks: 50, characters: 13_000, buttonValue: 2000, optionValue: 75 } as const;

const maxInRow = 5;

/**
 * Draws an answer for Slackbot. What runs a command calls its tool. What decides, shares or opens a form is left out: a person
 * does that in the messages of the app.
 */
export const slackbotBlocks = (answer: Answer, command: string): readonly AnyBlock[] =>
  withinLimits(draw(answer.flatMap(plainly), command).blocks.flatMap(withTools));

/** Slackbot takes no task list, and ticks would confirm something. */
const plainly = (part: Part): Part[] =>
  part.kind === 'tasks' || part.kind === 'checklist'
    ? lines(part).map((text) => ({ kind: 'note', text }))
    : [part];

/** A block with tools in place of commands, and the rows of elements that have no place in it. */
function withTools(block: AnyBlock): readonly AnyBlock[] {
  if (block.type === 'actions') return rowsOf(block.elements.flatMap(toolsIn));
  if (block.type !== 'section' || !block.accessory) return [block];
  const { accessory, ...section } = block;
  const [only, ...others] = toolsIn(accessory);
  if (only?.type === 'button' && others.length === 0) return [{ ...section, accessory: only }];
  return [section, ...rowsOf([...(only ? [only] : []), ...others])];
}

type ToolElement = SlackButton | StaticSelect;

/** The buttons and menus that call tools, for an element that runs commands. */
function toolsIn(element: Element | { readonly type: string }): readonly ToolElement[] {
  if (!('action_id' in element) || element.action_id === undefined) return [];
  const { action_id: id } = element;
  if (element.type === 'button') {
    const { confirm: _, action_id: __, value, ...button } = element;
    return buttonFor(button, readAction({ action_id: id, value }));
  }
  if (element.type === 'overflow') {
    return element.options.flatMap(({ text, value = '' }) =>
      buttonFor({ type: 'button', text: { ...text, type: 'plain_text' } }, readChoice(id, value)),
    );
  }
  return element.type === 'static_select' ? selectsFor(element, id) : [];
}

function buttonFor(
  button: Omit<SlackButton, 'action_id' | 'value'>,
  action: Button['action'] | undefined,
): readonly SlackButton[] {
  const call = callFor(action, limits.buttonValue);
  return call ? [{ ...button, ...call }] : [];
}

/** A menu calls one tool, with the arguments of the option that is chosen; so one for each tool. */
function selectsFor(
  { options, option_groups, placeholder }: StaticSelect,
  id: string,
): readonly StaticSelect[] {
  const all = [...(options ?? []), ...(option_groups ?? []).flatMap((group) => group.options)];
  const byTool = new Map<string, PlainTextOption[]>();
  for (const option of all) {
    const call = callFor(readChoice(id, option.value ?? ''), limits.optionValue);
    if (!call) continue;
    const others = byTool.get(call.action_id) ?? [];
    if (others.some(({ value }) => value === call.value)) continue;
    byTool.set(call.action_id, [
      ...others,
      { ...option, text: { ...option.text, type: 'plain_text' }, value: call.value },
    ]);
  }
  return [...byTool].map(([actionId, offered]) => ({
    type: 'static_select',
    action_id: actionId,
    ...(placeholder && { placeholder }),
    options: offered,
  }));
}

function callFor(
  action: Button['action'] | undefined,
  maxLength: number,
): { readonly action_id: string; readonly value: string } | undefined {
  const call = action && 'line' in action ? toolCallOf(action.line) : undefined;
  if (!call) return undefined;
  const value = JSON.stringify(call.arguments);
  return value.length <= maxLength && isVisible(value)
    ? { action_id: `${toolPrefix}${call.tool}`, value }
    : undefined;
}

/** Rows of elements, in each of which no tool is called twice. */
function rowsOf(elements: readonly ToolElement[]): readonly AnyBlock[] {
  const rows: ToolElement[][] = [];
  for (const element of elements) {
    const row = rows.find(
      (one) => one.length < maxInRow && one.every(({ action_id }) => action_id !== element.action_id),
    );
    if (row) row.push(element);
    else rows.push([element]);
  }
  return rows.map((row) => ({ type: 'actions', elements: row }));
}

/** The last rows of elements are left out where there are too many, since the text is what was asked for. It has been cut by then. */
function withinLimits(blocks: readonly AnyBlock[]): readonly AnyBlock[] {
  const last = blocks.findLastIndex(({ type }) => type === 'actions');
  const fits = blocks.length <= limits.blocks && charactersIn(blocks) <= limits.characters;
  return fits || last < 0 ? blocks : withinLimits(blocks.toSpliced(last, 1));
}

const shown: readonly string[] = ['text', 'title', 'caption', 'label', 'name', 'fallback'];

/** The number of characters that a person sees. */
function charactersIn(part: unknown, key = ''): number {
  if (typeof part === 'string') return shown.includes(key) ? part.length : 0;
  if (typeof part !== 'object' || part === null) return 0;
  return Object.entries(part).reduce((sum, [name, member]) => sum + charactersIn(member, name), 0);
}

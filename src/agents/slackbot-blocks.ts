import type { PlainTextOption, Button as SlackButton, StaticSelect } from '@slack/types';
import type { Answer, Button, Part } from '../answer/answer.ts';
import { readAction, readChoice } from '../slack/render/action-id.ts';
import { draw } from '../slack/render/draw.ts';
import type { AnyBlock } from '../slack/render/draw-chart.ts';
import { lines } from '../slack/render/plain-text.ts';
import { toolCallOf } from './tool-link.ts';
import { isVisible } from './visible.ts';

/** An interactive element. */
type Element = Extract<AnyBlock, { readonly type: 'actions' }>['elements'][number];

/** Prefix of the `action_id` of an element that calls a tool; the tool's name follows. */
const toolPrefix = 'tool:';

/**
 * Maximum numbers of characters or items: https://docs.slack.dev/ai/slackbot-mcp-client/returning-rich-responses. One block too
 * many makes Slack drop all of them. For the value of an option, Slack’s documentation says 75 in one place and 150 in another.
 */
const limits = { blocks: 50, characters: 13_000, buttonValue: 2000, optionValue: 75 } as const;

const maxInRow = 5;

/**
 * Renders an answer for Slackbot. Elements that run a command call its tool. Omits those that decide, share or open a form: they
 * belong to the messages of the app.
 */
export const slackbotBlocks = (answer: Answer, command: string): readonly AnyBlock[] =>
  withinLimits(draw(answer.flatMap(plainly), command).blocks.flatMap(withTools));

/** Replaces task lists, which Slackbot does not support, and checklists, whose checkboxes would confirm something. */
const plainly = (part: Part): Part[] =>
  part.kind === 'tasks' || part.kind === 'checklist'
    ? lines(part).map((text) => ({ kind: 'note', text }))
    : [part];

/** Replaces the commands in a block with tool calls. Elements that no longer fit into the block follow in rows. */
function withTools(block: AnyBlock): readonly AnyBlock[] {
  if (block.type === 'actions') return rowsOf(block.elements.flatMap(toolsIn));
  if (block.type !== 'section' || !block.accessory) return [block];
  const { accessory, ...section } = block;
  const [only, ...others] = toolsIn(accessory);
  if (only?.type === 'button' && others.length === 0) return [{ ...section, accessory: only }];
  return [section, ...rowsOf([...(only ? [only] : []), ...others])];
}

type ToolElement = SlackButton | StaticSelect;

/** Returns the buttons and menus that call the tools of an element's commands. */
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

/** Returns a menu per tool, since a menu calls a single tool, with the arguments of the chosen option. */
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

/** Arranges elements in rows. No row calls a tool twice. */
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

/** Removes the last rows of elements while there are too many blocks or characters. The text, already truncated, remains. */
function withinLimits(blocks: readonly AnyBlock[]): readonly AnyBlock[] {
  const last = blocks.findLastIndex(({ type }) => type === 'actions');
  const fits = blocks.length <= limits.blocks && charactersIn(blocks) <= limits.characters;
  return fits || last < 0 ? blocks : withinLimits(blocks.toSpliced(last, 1));
}

const shown: readonly string[] = ['text', 'title', 'caption', 'label', 'name', 'fallback'];

/** Counts the visible characters. */
function charactersIn(part: unknown, key = ''): number {
  if (typeof part === 'string') return shown.includes(key) ? part.length : 0;
  if (typeof part !== 'object' || part === null) return 0;
  return Object.entries(part).reduce((sum, [name, member]) => sum + charactersIn(member, name), 0);
}

import type { PlainTextOption, Button as SlackButton, StaticSelect } from '@slack/types';
import type { Answer, Button, Part } from '../answer/answer.ts';
import { readAction, readChoice } from '../slack/render/action-id.ts';
import { draw } from '../slack/render/draw.ts';
import type { AnyBlock } from '../slack/render/draw-chart.ts';
import { lines } from '../slack/render/plain-text.ts';
import { brokenRuleOf, type Element, limits, toolPrefix } from './slackbot-rules.ts';
import { toolCallOf } from './tool-link.ts';
import { isVisible } from './visible.ts';

/** Upper bound for the elements of a row. */
const maxInRow = 5;

/** The blocks of an answer as Slackbot takes them; or none, with the name of the rule that they would break. */
export interface SlackbotBlocks {
  readonly blocks: readonly AnyBlock[] | undefined;
  readonly brokenRule?: string | undefined;
}

/**
 * Draws an answer for Slackbot. What runs a command calls its tool. What decides, shares or opens a form is left out: a person
 * does that in the messages of the app.
 */
export function slackbotBlocks(answer: Answer, command: string): SlackbotBlocks {
  const drawn = draw(answer.flatMap(plainly), command).blocks.flatMap(withTools);
  const blocks = withinLimits(drawn);
  const brokenRule = blocks.length === 0 ? undefined : brokenRuleOf(blocks);
  return { blocks: blocks.length === 0 || brokenRule !== undefined ? undefined : blocks, brokenRule };
}

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

/** The last rows of elements are left out where there are too many, since the text is what was asked for. */
function withinLimits(blocks: readonly AnyBlock[]): readonly AnyBlock[] {
  const broken = brokenRuleOf(blocks);
  const last = blocks.findLastIndex(({ type }) => type === 'actions');
  return (broken === 'number of blocks' || broken === 'characters') && last >= 0
    ? withinLimits(blocks.toSpliced(last, 1))
    : blocks;
}

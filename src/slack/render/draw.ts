import type { ActionsBlock } from '@slack/types';
import { type Answer, type Button, count, maxButtonValue, type Part } from '../../core/answer.ts';
import { writeAction } from './action-id.ts';
import { BlockBudget, type Limits } from './block-budget.ts';
import { type AnyBlock, drawChart } from './draw-chart.ts';
import { drawTable } from './draw-table.ts';
import { clean, fallback, inlines, lines, onlyFirst } from './plain-text.ts';
import { section, sign } from './rich-text.ts';

/** A message in Block Kit. `text` is the fallback for notifications and screen readers. */
export interface Drawn {
  readonly text: string;
  readonly blocks: readonly AnyBlock[];
}

/** Slack refuses messages whose blocks have more than about 13,000 characters. */
const inMessage: Limits = { characters: 12_000, blocks: 49 };
const inHome: Limits = { characters: 60_000, blocks: 99 };
/** Upper bounds for the characters of a table, tables and charts in a message, and buttons in a row. */
const maxTable = 9_000;
const maxTables = 1;
const maxCharts = 2;
const maxButtons = 5;

/** Renders an answer in Block Kit, within all of Slack's limits. `command` is the name of the slash command. */
export function draw(answer: Answer, command: string, limits = inMessage): Drawn {
  const budget = new BlockBudget(limits);
  const left = { tables: maxTables, charts: maxCharts };
  for (const part of answer) drawPart(part, command, budget, left);
  const { omitted } = budget;
  const note = `… and ${count(omitted, 'more line')}, too long for one message.`;
  const blocks = budget.finish(omitted > 0 ? section(note, command) : undefined);
  return { text: fallback(answer, command), blocks };
}

/** Numbers of tables and charts that the message may still have. */
interface Left {
  tables: number;
  charts: number;
}

function drawPart(part: Part, command: string, budget: BlockBudget, left: Left): void {
  switch (part.kind) {
    case 'heading': {
      const text = clean(part.text, 150).trim();
      const block = { type: 'header' as const, text: { type: 'plain_text' as const, text, emoji: false } };
      if (text) budget.addBlock(block, text.length);
      break;
    }
    case 'notice':
      budget.addLine(section(part.text, command, sign(part.tone)));
      break;
    case 'note':
      budget.addLine(section(part.text, command));
      break;
    case 'facts':
      for (const [label, value] of part.facts) {
        budget.addLine(section([{ bold: `${label}: ` }, ...inlines(value)], command));
      }
      break;
    case 'table':
      if (part.rows.length > 0 && !addTable(part, command, budget, left)) addAsText(part, command, budget);
      break;
    case 'chart':
      if (!addChart(part, budget, left)) addAsText(part, command, budget);
      break;
    case 'steps': {
      const block = buttons(part.steps);
      if (block) budget.addBlock(block, block.elements.length * 75);
    }
  }
}

function addAsText(part: Part, command: string, budget: BlockBudget): void {
  for (const text of lines(part)) budget.addLine(section(text, command));
}

/** Returns false if it can't be drawn as a table. */
function addTable(part: PartOf<'table'>, command: string, budget: BlockBudget, left: Left): boolean {
  const room = Math.min(budget.characters, maxTable);
  const drawn = left.tables > 0 ? drawTable(part, command, room) : undefined;
  if (!drawn) return false;
  if (budget.addBlock(drawn.block, drawn.size)) {
    left.tables -= 1;
    budget.addLine(section(onlyFirst(drawn.shown, part) ?? [], command));
  }
  return true;
}

/** Returns false if it can't be drawn as a chart. */
function addChart(part: PartOf<'chart'>, budget: BlockBudget, left: Left): boolean {
  const drawn = left.charts > 0 ? drawChart(part) : undefined;
  if (!drawn) return false;
  if (budget.addBlock(drawn)) left.charts -= 1;
  return true;
}

type PartOf<Kind extends Part['kind']> = Extract<Part, { readonly kind: Kind }>;

/** Renders an answer with charts and tables as text, for workspaces where Slack refuses those blocks. */
export function drawPlainly(answer: Answer, command: string, limits = inMessage): Drawn {
  const simple = answer.flatMap((part): Part[] =>
    part.kind === 'table' || part.kind === 'chart'
      ? lines(part).map((text) => ({ kind: 'note', text }))
      : [part],
  );
  return draw(simple, command, limits);
}

/** Renders an answer as blocks of the Home tab, where Slack allows no charts and tables. */
export const drawHome = (answer: Answer, command: string): readonly AnyBlock[] =>
  drawPlainly(answer, command, inHome).blocks;

/** A row of buttons; undefined if there are none. Omits buttons that Slack would refuse: duplicate ids, empty or too long values. */
function buttons(steps: readonly Button[]): ActionsBlock | undefined {
  const elements = steps.map(({ label, style, does }, at) => ({
    type: 'button' as const,
    text: { type: 'plain_text' as const, text: clean(label, 75).trim() || '–', emoji: false },
    ...writeAction(does, at),
    ...(style && { style }),
  }));
  const ids = elements.map(({ action_id }) => action_id);
  const fit = elements
    .filter(
      ({ value, action_id }, at) => value && value.length <= maxButtonValue && ids.indexOf(action_id) === at,
    )
    .slice(0, maxButtons);
  return fit.length > 0 ? { type: 'actions', elements: fit } : undefined;
}

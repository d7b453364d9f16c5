import type { ActionsBlock, RichTextBlock, RichTextSection } from '@slack/types';
import { type Answer, type Button, count, maxButtonValue, type Part } from '../../core/answer.ts';
import { writeAction } from './action-id.ts';
import { type AnyBlock, drawChart } from './draw-chart.ts';
import { drawTable } from './draw-table.ts';
import { clean, fallback, inlines, lines, onlyFirst } from './plain-text.ts';
import { section, sign } from './rich-text.ts';

/** A message in Block Kit. `text` is the fallback for notifications and screen readers. */
export interface Drawn {
  readonly text: string;
  readonly blocks: readonly AnyBlock[];
}

/** Limits of a message or view: one block less than Slack allows, since the last one says how much was omitted. */
interface Limits {
  readonly characters: number;
  readonly blocks: number;
}
/** Slack refuses messages whose blocks have more than about 13,000 characters. */
const inMessage: Limits = { characters: 12_000, blocks: 49 };
const inHome: Limits = { characters: 60_000, blocks: 99 };
/** Upper bounds for the text of a table, charts in a message, and buttons in a row. */
const maxTable = 9_000;
const maxCharts = 2;
const maxButtons = 5;

/** Renders an answer in Block Kit, within all of Slack's limits. `command` is the name of the slash command. */
export function draw(answer: Answer, command: string, limits = inMessage): Drawn {
  const blocks: AnyBlock[] = [];
  let sections: RichTextSection[] = [];
  let room = limits.characters;
  let leftOut = 0;
  let charts = 0;
  let tables = 0;

  const isFull = (): boolean => blocks.length + (sections.length > 0 ? 1 : 0) >= limits.blocks;
  const write = (line: RichTextSection): void => {
    if (line.elements.length === 0) return;
    const size = sizeOf(line);
    if (size > room || (sections.length === 0 && isFull())) {
      leftOut += 1;
      return;
    }
    room -= size;
    sections.push(line);
  };
  const writeLines = (part: Part): void => {
    for (const text of lines(part)) write(section(text, command));
  };
  const endLines = (): void => {
    if (sections.length > 0) blocks.push(richText(sections));
    sections = [];
  };
  const put = (block: AnyBlock, size: number): boolean => {
    if (size > room || isFull()) {
      leftOut += 1;
      return false;
    }
    room -= size;
    endLines();
    blocks.push(block);
    return true;
  };

  for (const part of answer) {
    switch (part.kind) {
      case 'heading': {
        const text = clean(part.text, 150).trim();
        if (text) put({ type: 'header', text: { type: 'plain_text', text, emoji: false } }, text.length);
        break;
      }
      case 'notice':
        write(section(part.text, command, sign(part.tone)));
        break;
      case 'note':
        write(section(part.text, command));
        break;
      case 'facts':
        for (const [label, value] of part.facts) {
          write(section([{ bold: `${label}: ` }, ...inlines(value)], command));
        }
        break;
      case 'table': {
        if (part.rows.length === 0) break;
        // Slack allows one table per message; a second one is rendered as text.
        const drawn = tables === 0 ? drawTable(part, command, Math.min(room, maxTable)) : undefined;
        if (!drawn) {
          writeLines(part);
          break;
        }
        if (!put(drawn.block, drawn.size)) break;
        tables += 1;
        write(section(onlyFirst(drawn.shown, part) ?? [], command));
        break;
      }
      case 'chart': {
        const drawn = charts < maxCharts ? drawChart(part) : undefined;
        if (!drawn) writeLines(part);
        else if (put(drawn, sizeOf(drawn))) charts += 1;
        break;
      }
      case 'steps': {
        const block = buttons(part.steps);
        if (block) put(block, block.elements.length * 75);
        break;
      }
    }
  }
  if (leftOut > 0)
    sections.push(section(`… and ${count(leftOut, 'more line')}, too long for one message.`, command));
  endLines();
  return { text: fallback(answer, command), blocks };
}

/** Upper bound for the number of characters that Slack counts in a block. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 0);
}

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

/** Joins lines into one block with explicit line breaks, since Slack does not guarantee any between sections. */
const richText = (written: readonly RichTextSection[]): RichTextBlock => ({
  type: 'rich_text',
  elements: [
    {
      type: 'rich_text_section',
      elements: written.flatMap(({ elements }, at) =>
        at === 0 ? elements : [{ type: 'text' as const, text: '\n' }, ...elements],
      ),
    },
  ],
});

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

import type { ActionsBlock, RichTextBlock, RichTextSection } from '@slack/types';
import type { Answer, Part, Step } from '../core/answer.ts';
import { type AnyBlock, drawChart } from './draw-chart.ts';
import { drawTable } from './draw-table.ts';
import { clean, fallback, inlines, lines } from './plain-text.ts';
import { section, sign } from './rich-text.ts';

/** A message as Slack takes it. `text` stands for the blocks wherever they cannot be shown. */
export interface Drawn {
  readonly text: string;
  readonly blocks: readonly AnyBlock[];
}

/** Slack refuses messages whose blocks hold more than about 13,000 characters. */
const mostCharacters = 12_000;
const mostTable = 9_000;
const mostSteps = 5;

/** Draws an answer in Block Kit, inside all of Slack's limits. `command` is the slash command's name. */
export function draw(answer: Answer, command: string): Drawn {
  const blocks: AnyBlock[] = [];
  let sections: RichTextSection[] = [];
  let room = mostCharacters;

  const write = (one: RichTextSection): void => {
    const size = JSON.stringify(one).length / 2;
    if (size > room || one.elements.length === 0) return;
    room -= size;
    sections.push(one);
  };
  const endLines = (): void => {
    if (sections.length > 0) blocks.push(richText(sections));
    sections = [];
  };
  const put = (block: AnyBlock): void => {
    endLines();
    blocks.push(block);
  };

  for (const part of answer) {
    switch (part.part) {
      case 'heading':
        put({ type: 'header', text: { type: 'plain_text', text: clean(part.text, 150), emoji: false } });
        break;
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
        const { block, size, left } = drawTable(part, command, Math.min(room, mostTable));
        room -= size;
        put(block);
        if (left > 0) {
          const shown = part.rows.length - left;
          write(section(`Showing ${shown} of ${part.rows.length}. ${part.rest ?? ''}`, command));
        }
        break;
      }
      case 'chart':
        put(drawChart(part));
        break;
      case 'steps':
        if (part.steps.length > 0) put(buttons(part.steps.slice(0, mostSteps)));
        break;
    }
  }
  endLines();
  return { text: fallback(answer, command), blocks };
}

/** The same answer without charts and tables, for a workspace whose Slack refuses those blocks. */
export function drawPlainly(answer: Answer, command: string): Drawn {
  const simple = answer.flatMap((part): Part[] =>
    part.part === 'table' || part.part === 'chart'
      ? lines(part).map((text) => ({ part: 'note', text }))
      : [part],
  );
  return draw(simple, command);
}

/** Lines of one block, with the line ends spelled out: Slack does not promise any between sections. */
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

const buttons = (steps: readonly Step[]): ActionsBlock => ({
  type: 'actions',
  elements: steps.map(({ label, style, does }, at) => ({
    type: 'button',
    text: { type: 'plain_text', text: clean(label, 75), emoji: false },
    ...('line' in does
      ? { action_id: `line:${at}`, value: does.line.slice(0, 2000) }
      : { action_id: `decide:${does.decide}`, value: does.on }),
    ...(style && { style }),
  })),
});

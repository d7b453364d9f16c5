import { type Answer, count, type Part, type Text } from '../../answer/answer.ts';
import { BlockBudget, type Limits } from './block-budget.ts';
import { drawAccessory, drawButtons, drawMenu } from './draw-buttons.ts';
import { type AnyBlock, drawChart, isKnown } from './draw-chart.ts';
import { drawChecklist } from './draw-checklist.ts';
import { drawContext, drawFields, drawItem } from './draw-section.ts';
import { drawTable } from './draw-table.ts';
import { drawTasks } from './draw-tasks.ts';
import { notification } from './notification.ts';
import { accessibleText, clean, inlines, lines, onlyFirst } from './plain-text.ts';
import { section, sign } from './rich-text.ts';

/** A message in Block Kit. `text` is the text of its push notification. */
export interface Rendered {
  readonly text: string;
  readonly blocks: readonly AnyBlock[];
}

/** Slack refuses messages whose blocks have more than about 13,000 characters. */
const inMessage: Limits = { characters: 12_000, blocks: 49 };
export const inHome: Limits = { characters: 60_000, blocks: 99 };

/** Upper bound for a preformatted line, in characters. */
const maxPreformatted = 2000;

/** Maximum length of a picture's alternative text, in characters. */
const maxAltText = 2000;

type Renderer<Kind extends Part['kind']> = (
  part: Extract<Part, { readonly kind: Kind }>,
  budget: BlockBudget,
  command: string,
) => void;

const renderers: { readonly [Kind in Part['kind']]: Renderer<Kind> } = {
  // Shown in notifications only.
  push() {},
  heading({ text }, budget) {
    const shown = clean(text, 150).trim();
    if (shown) budget.addBlock({ type: 'header', text: { type: 'plain_text', text: shown, emoji: false } });
  },
  notice: ({ tone, text }, budget, command) => budget.addLine(section(text, command, sign(tone))),
  note: ({ text }, budget, command) => budget.addLine(section(text, command)),
  facts: ({ facts }, budget, command) => addFacts(facts, budget, command),
  fields({ fields }, budget, command) {
    const rendered = drawFields(fields, command);
    if (!rendered) addFacts(fields, budget, command);
    for (const block of rendered ?? []) budget.addBlock(block);
  },
  context({ text }, budget, command) {
    const rendered = drawContext(text, command);
    if (rendered) budget.addBlock(rendered);
    else budget.addLine(section(text, command));
  },
  item({ tone, text, buttons, more }, budget, command) {
    const labeled = buttons.map((button) => ({ about: accessibleText(text, command), ...button }));
    const rendered = drawItem(text, drawAccessory(labeled, more), command, tone);
    if (rendered) {
      budget.addBlock(rendered);
      return;
    }
    budget.addLine(section(text, command, tone && sign(tone)));
    const row = drawButtons(labeled, more);
    if (row) budget.addBlock(row);
  },
  blockquote({ text }, budget, command) {
    const { elements } = section(text, command);
    if (elements.length === 0) return;
    budget.addBlock({ type: 'rich_text', elements: [{ type: 'rich_text_quote', elements }] });
  },
  preformatted({ text }, budget) {
    const shown = clean(text, maxPreformatted);
    const elements = [{ type: 'text' as const, text: shown }];
    if (shown)
      budget.addBlock({ type: 'rich_text', elements: [{ type: 'rich_text_preformatted', elements }] });
  },
  divider(_, budget) {
    budget.addBlock({ type: 'divider' });
  },
  table(part, budget, command) {
    if (part.rows.length === 0) return;
    const rendered = budget.takes('data_table')
      ? drawTable(part, command, budget.tableCharacters)
      : undefined;
    if (!rendered) addLines(part, budget, command);
    else if (budget.addBlock(rendered.block, rendered.size)) {
      budget.addLine(section(onlyFirst(rendered.shown, part) ?? [], command));
    }
  },
  chart(part, budget, command) {
    const rendered = budget.takes('data_visualization') ? drawChart(part) : undefined;
    if (rendered) budget.addBlock(rendered);
    else addLines(part, budget, command);
  },
  picture({ file, words }, budget) {
    budget.addBlock({ type: 'image', slack_file: { id: file }, alt_text: clean(words, maxAltText) });
  },
  tasks({ title, tasks }, budget) {
    budget.addBlock(drawTasks(title, tasks));
  },
  buttons({ buttons, more }, budget) {
    const block = drawButtons(buttons, more);
    if (block) budget.addBlock(block);
  },
  checklist({ label, options }, budget) {
    for (const block of drawChecklist(label, options)) budget.addBlock(block);
  },
  menu({ label, groups, buttons }, budget) {
    const block = drawMenu(label, groups, buttons);
    // Slack counts the options of a menu against a separate limit.
    if (block) budget.addBlock(block, label.length);
  },
};

function addLines(part: Part, budget: BlockBudget, command: string): void {
  for (const text of lines(part)) budget.addLine(section(text, command));
}

function addFacts(
  facts: readonly (readonly [label: string, value: Text])[],
  budget: BlockBudget,
  command: string,
): void {
  for (const [label, value] of facts) {
    budget.addLine(section([{ bold: `${label}: ` }, ...inlines(value)], command));
  }
}

function drawPart<Kind extends Part['kind']>(
  kind: Kind,
  part: Extract<Part, { readonly kind: Kind }>,
  budget: BlockBudget,
  command: string,
): void {
  renderers[kind](part, budget, command);
}

/** Renders an answer in Block Kit, within all of Slack's limits. `command` is the name of the slash command. */
export function draw(answer: Answer, command: string, limits = inMessage): Rendered {
  const budget = new BlockBudget(limits);
  for (const part of answer) drawPart(part.kind, part, budget, command);
  const { omitted } = budget;
  const note = `… and ${count(omitted, 'more line')}, too long for one message.`;
  const blocks = budget.finish(omitted > 0 ? section(note, command) : undefined);
  return { text: notification(answer, command), blocks };
}

/** Removes the pictures from an answer, for when Slack refuses the file of one: it was deleted, or is not processed yet. */
export const withoutPictures = (answer: Answer): Answer => answer.filter(({ kind }) => kind !== 'picture');

/** Renders an answer with charts and tables as text, for workspaces where Slack refuses those blocks. */
export function drawPlainly(answer: Answer, command: string, limits = inMessage) {
  const simple = withoutPictures(answer).flatMap((part): Part[] =>
    part.kind === 'table' || part.kind === 'chart' || part.kind === 'tasks'
      ? lines(part).map((text) => ({ kind: 'note', text }))
      : [part],
  );
  const blocks = draw(simple, command, limits).blocks.filter(isKnown);
  return { text: notification(answer, command), blocks };
}

import type { RichTextBlock, RichTextSection } from '@slack/types';
import type { AnyBlock } from './draw-chart.ts';

/** Limits of a message or view: one block less than Slack allows, to leave room for the note about omitted lines. */
export interface Limits {
  readonly characters: number;
  readonly blocks: number;
}

/** Upper bounds for the blocks of a kind in one message. */
const maxOfKind = { data_table: 1, data_visualization: 2 } as const;

const maxTable = 9_000;

/** Returns an upper bound for the number of characters that Slack counts in a block or a line. */
function sizeOf(value: unknown): number {
  if (typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 1;
  return Object.values(value).reduce<number>((sum, member) => sum + sizeOf(member), 0);
}

/** Collects lines and blocks in order, up to the limits, and counts those that do not fit. */
export class BlockBudget {
  readonly #limits: Limits;
  readonly #blocks: AnyBlock[] = [];
  /** Lines since the last block, to be joined into one block. */
  #lines: RichTextSection[] = [];
  #characters: number;
  #omitted = 0;

  constructor(limits: Limits) {
    this.#limits = limits;
    this.#characters = limits.characters;
  }

  /** Number of characters that still fit into a table. */
  get tableCharacters(): number {
    return Math.min(this.#characters, maxTable);
  }

  /** Whether another block of this kind fits. */
  takes(kind: keyof typeof maxOfKind): boolean {
    return this.#blocks.filter(({ type }) => type === kind).length < maxOfKind[kind];
  }

  /** Number of lines and blocks that did not fit. */
  get omitted(): number {
    return this.#omitted;
  }

  /** Adds a line of text, if it fits. Empty lines are dropped. */
  addLine(line: RichTextSection): void {
    if (line.elements.length === 0) return;
    const needsBlock = this.#lines.length === 0;
    if (this.#take(sizeOf(line), needsBlock)) this.#lines.push(line);
  }

  /** Adds a block with `size` characters. Returns false if it does not fit. */
  addBlock(block: AnyBlock, size = sizeOf(block)): boolean {
    if (!this.#take(size, true)) return false;
    this.#endLines();
    this.#blocks.push(block);
    return true;
  }

  /** Returns all blocks. `last` is a line that is added regardless of the limits. */
  finish(last?: RichTextSection): readonly AnyBlock[] {
    if (last) this.#lines.push(last);
    this.#endLines();
    return this.#blocks;
  }

  #take(size: number, needsBlock: boolean): boolean {
    const blocks = this.#blocks.length + (this.#lines.length > 0 ? 1 : 0);
    if (size > this.#characters || (needsBlock && blocks >= this.#limits.blocks)) {
      this.#omitted += 1;
      return false;
    }
    this.#characters -= size;
    return true;
  }

  #endLines(): void {
    if (this.#lines.length > 0) this.#blocks.push(richText(this.#lines));
    this.#lines = [];
  }
}

/** Joins lines into one block with explicit line breaks, since Slack does not guarantee any between sections. */
const richText = (lines: readonly RichTextSection[]): RichTextBlock => ({
  type: 'rich_text',
  elements: [
    {
      type: 'rich_text_section',
      elements: lines.flatMap(({ elements }, at) =>
        at === 0 ? elements : [{ type: 'text' as const, text: '\n' }, ...elements],
      ),
    },
  ],
});

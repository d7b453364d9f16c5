import { slackLimits } from './limits.ts';
import { byType, type Check, flag, integer, list, object, oneOf, text } from './rules.ts';

const anyNumber: readonly [number, number] = [0, Number.POSITIVE_INFINITY];
const words = text(Number.POSITIVE_INFINITY);

const style = object({}, { bold: flag, italic: flag, strike: flag, code: flag });
const inline = (type: string, required: Record<string, Check>, optional: Record<string, Check> = {}): Check =>
  object({ type: oneOf(type), ...required }, { ...optional, style });

const inlines = byType({
  text: inline('text', { text: words }),
  link: inline('link', { url: words }, { text: words }),
  channel: inline('channel', { channel_id: words }),
  date: inline('date', { timestamp: integer(), format: words }, { fallback: words }),
  emoji: inline('emoji', { name: words }),
  user: inline('user', { user_id: words }),
  usergroup: inline('usergroup', { usergroup_id: words }),
});

/** What a code block can hold. */
const plainInlines = byType({
  text: inline('text', { text: words }),
  link: inline('link', { url: words }, { text: words }),
});

const line = (type: string): Check => object({ type: oneOf(type), elements: list(inlines, anyNumber) });
const parts = byType({
  rich_text_section: line('rich_text_section'),
  rich_text_quote: line('rich_text_quote'),
  rich_text_preformatted: object(
    { type: oneOf('rich_text_preformatted'), elements: list(plainInlines, anyNumber) },
    { border: integer() },
  ),
});

/** A rich_text block: also a table cell, and what came of a task. */
export const richText: Check = object(
  { type: oneOf('rich_text'), elements: list(parts, anyNumber) },
  { block_id: text(slackLimits.blockId) },
);

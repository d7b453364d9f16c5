import * as z from 'zod';
import { text } from './text-rules.ts';

const flag = z.boolean().optional();
const style = z.strictObject({ bold: flag, italic: flag, strike: flag, code: flag }).optional();

/** The elements that a code block may contain. */
const plainInlines = [
  z.strictObject({ type: z.literal('text'), text: text(), style }),
  z.strictObject({ type: z.literal('link'), url: text(), text: text().optional(), style }),
] as const;

const inline = z.discriminatedUnion('type', [
  ...plainInlines,
  z.strictObject({ type: z.literal('channel'), channel_id: text(), style }),
  z.strictObject({
    type: z.literal('date'),
    timestamp: z.int(),
    format: text(),
    fallback: text().optional(),
    style,
  }),
  z.strictObject({ type: z.literal('emoji'), name: text(), style }),
  z.strictObject({ type: z.literal('user'), user_id: text(), style }),
  z.strictObject({ type: z.literal('usergroup'), usergroup_id: text(), style }),
]);

const part = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(inline) }),
  z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(inline) }),
  z.strictObject({
    type: z.literal('rich_text_preformatted'),
    elements: z.array(z.discriminatedUnion('type', plainInlines)),
    border: z.int().optional(),
  }),
]);

/** Checks a rich_text block, which is also used for table cells and the results of tasks. */
export const richText = z.strictObject({
  type: z.literal('rich_text'),
  elements: z.array(part),
  block_id: text(255).optional(),
});

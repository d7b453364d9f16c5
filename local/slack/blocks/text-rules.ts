import * as z from 'zod';

/*
 * Slack's limits are counted in characters and items. Where sources disagree, the smaller number is used, so that what passes here
 * passes there.
 */

export const text = (most = Number.POSITIVE_INFINITY, least = 1) => z.string().min(least).max(most);

export const plainText = (most: number) =>
  z.strictObject({ type: z.literal('plain_text'), text: text(most), emoji: z.boolean().optional() });

const mrkdwn = (most: number) =>
  z.strictObject({ type: z.literal('mrkdwn'), text: text(most), verbatim: z.boolean().optional() });

export const anyText = (most: number) => z.discriminatedUnion('type', [plainText(most), mrkdwn(most)]);

export const confirm = z.strictObject({
  title: plainText(100),
  text: plainText(300),
  confirm: plainText(30),
  deny: plainText(30),
  style: z.enum(['primary', 'danger']).optional(),
});

export const option = z.strictObject({
  text: plainText(75),
  value: text(75),
  description: plainText(75).optional(),
});

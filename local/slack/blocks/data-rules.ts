import * as z from 'zod';
import { refuseRepeated } from './problems.ts';
import { richText } from './rich-text-rules.ts';
import { text } from './text-rules.ts';

const cell = z.discriminatedUnion('type', [
  z.strictObject({ type: z.literal('raw_text'), text: text() }),
  z.strictObject({ type: z.literal('raw_number'), value: z.number(), text: text() }),
  richText,
]);

/** Checks a table that people can sort, filter and page. Its first row is the header. */
export const dataTable = z
  .strictObject({
    type: z.literal('data_table'),
    block_id: text(255).optional(),
    caption: text(),
    rows: z.array(z.array(cell).min(1).max(20)).min(2).max(101),
    page_size: z.int().min(1).max(100).optional(),
  })
  .superRefine(({ rows: [header = [], ...rows] }, context) => {
    const refuse = (path: (string | number)[], message: string) =>
      context.addIssue({ code: 'custom', path: ['rows', ...path], message });
    for (const [column, { type }] of header.entries())
      if (type === 'rich_text') refuse([0, column, 'type'], `unsupported type: ${type}`);
    for (const [index, { length }] of rows.entries())
      if (length !== header.length)
        refuse([index + 1], `must provide ${header.length} cells, as the header row does`);
  });

const label = text(20);
const axisLabel = text(50).optional();
const point = z.strictObject({ label, value: z.number() });

/** Checks that each series has one point per category, with the category's label. */
const bar = z
  .strictObject({
    type: z.literal('bar'),
    series: z
      .array(z.strictObject({ name: label, data: z.array(point).min(1).max(20) }))
      .min(1)
      .max(6),
    axis_config: z.strictObject({
      categories: z.array(label).min(1).max(20),
      x_label: axisLabel,
      y_label: axisLabel,
    }),
  })
  .superRefine(({ series, axis_config: { categories } }, context) => {
    const names = series.map(({ name }) => name);
    refuseRepeated(context, names, (index) => ['series', index, 'name'], 'series name');
    const wanted = JSON.stringify(categories.toSorted());
    for (const [index, { data }] of series.entries())
      if (JSON.stringify(data.map((one) => one.label).sort()) !== wanted)
        context.addIssue({
          code: 'custom',
          path: ['series', index, 'data'],
          message: 'must provide one point for each category',
        });
  });

export const dataVisualization = z.strictObject({
  type: z.literal('data_visualization'),
  block_id: text(255).optional(),
  title: text(50),
  chart: z.discriminatedUnion('type', [bar]),
});

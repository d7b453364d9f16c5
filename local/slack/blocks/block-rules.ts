import * as z from 'zod';
import { dataTable, dataVisualization } from './data-rules.ts';
import { actionElement, inputElement } from './element-rules.ts';
import { refuseRepeated } from './problems.ts';
import { richText } from './rich-text-rules.ts';
import { anyText, plainText, text } from './text-rules.ts';

const blockId = text(255).optional();
const flag = z.boolean().optional();

const actions = z.strictObject({
  type: z.literal('actions'),
  block_id: blockId,
  elements: z.array(actionElement).min(1).max(25),
});

const alert = z.strictObject({
  type: z.literal('alert'),
  block_id: blockId,
  text: anyText(3_000),
  level: z.enum(['default', 'info', 'warning', 'error', 'success']).optional(),
});

const context = z.strictObject({
  type: z.literal('context'),
  block_id: blockId,
  elements: z.array(anyText(3_000)).min(1).max(10),
});

const divider = z.strictObject({ type: z.literal('divider'), block_id: blockId });
const header = z.strictObject({ type: z.literal('header'), block_id: blockId, text: plainText(150) });

/** Skydesk shows only files of Slack: an image URL would have to be public. */
const image = z.strictObject({
  type: z.literal('image'),
  block_id: blockId,
  slack_file: z.strictObject({ id: text() }),
  alt_text: text(2_000),
});

const input = z.strictObject({
  type: z.literal('input'),
  block_id: blockId,
  label: plainText(2_000),
  element: inputElement,
  hint: plainText(2_000).optional(),
  optional: flag,
  dispatch_action: flag,
});

const section = z
  .strictObject({
    type: z.literal('section'),
    block_id: blockId,
    text: anyText(3_000).optional(),
    fields: z.array(anyText(2_000)).min(1).max(10).optional(),
    accessory: actionElement.optional(),
  })
  .refine(({ text, fields }) => text ?? fields, 'must define either `text` or `fields`');

/** In a plan, a task may omit its type. */
const task = z.strictObject({
  type: z.literal('task_card').optional(),
  block_id: blockId,
  task_id: text(),
  title: text(),
  status: z.enum(['pending', 'in_progress', 'complete', 'error']),
});

const plan = z
  .strictObject({
    type: z.literal('plan'),
    block_id: blockId,
    title: text(),
    tasks: z.array(task).max(50).optional(),
  })
  .superRefine(({ tasks = [] }, issues) => {
    const ids = tasks.map(({ task_id }) => task_id);
    refuseRepeated(issues, ids, (index) => ['tasks', index, 'task_id'], '`task_id`');
  });

const withoutInputs = [actions, context, divider, header, image, richText, section] as const;
const data = [dataTable, dataVisualization] as const;
const onMessage = z.discriminatedUnion('type', [...withoutInputs, input, ...data, plan]);
const onModal = z.discriminatedUnion('type', [...withoutInputs, input, alert]);
type Block = z.output<typeof onMessage> | z.output<typeof onModal>;

/** At most so many blocks, whose ids are used once: an action_id may come again in another block, not in its own. */
const listOf = (block: z.ZodType<Block>, most: number) =>
  z
    .array(block)
    .max(most)
    .superRefine((blocks, issues) => {
      const ids = blocks.map((block) => block.block_id);
      refuseRepeated(issues, ids, (index) => [index, 'block_id'], '`block_id`');
      for (const [at, block] of blocks.entries()) {
        const actionIds = block.type === 'actions' ? block.elements.map(({ action_id }) => action_id) : [];
        refuseRepeated(issues, actionIds, (index) => [at, 'elements', index, 'action_id'], '`action_id`');
      }
    });

/**
 * The blocks that each surface allows, among those that Skydesk sends or may soon send. All others are refused, including blocks
 * that are documented for another surface only.
 */
export const messageBlocks = listOf(onMessage, 50);
export const modalBlocks = listOf(onModal, 100);
export const homeBlocks = listOf(z.discriminatedUnion('type', [...withoutInputs, input, ...data]), 100);

/** The blocks that Slackbot shows of a tool's answer. */
export const answerBlocks = listOf(z.discriminatedUnion('type', [...withoutInputs, ...data]), 50);

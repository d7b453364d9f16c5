import * as z from 'zod';
import { confirm, option, plainText, text } from './text-rules.ts';

const common = { action_id: text(255).optional() };
const asks = { confirm: confirm.optional() };
const flag = z.boolean().optional();
const focusable = { placeholder: plainText(150).optional(), focus_on_load: flag };

const button = z.strictObject({
  type: z.literal('button'),
  ...common,
  ...asks,
  text: plainText(75),
  value: text(2_000).optional(),
  style: z.enum(['primary', 'danger']).optional(),
  accessibility_label: text(75).optional(),
});

const overflow = z.strictObject({
  type: z.literal('overflow'),
  ...common,
  ...asks,
  options: z.array(option).min(1).max(5),
});

const options = z.array(option).min(1).max(100);
const menu = {
  ...common,
  ...asks,
  ...focusable,
  options: options.optional(),
  option_groups: z
    .array(z.strictObject({ label: plainText(75), options }))
    .min(1)
    .max(100)
    .optional(),
};

const staticSelect = z
  .strictObject({ type: z.literal('static_select'), ...menu, initial_option: option.optional() })
  .superRefine(checkChoices);

const multiSelect = z
  .strictObject({
    type: z.literal('multi_static_select'),
    ...menu,
    initial_options: options.optional(),
    max_selected_items: z.int().min(1).max(100).optional(),
  })
  .superRefine(checkChoices);

const boxes = z.array(option).min(1).max(10);
const checkboxes = z
  .strictObject({
    type: z.literal('checkboxes'),
    ...common,
    ...asks,
    options: boxes,
    initial_options: boxes.optional(),
  })
  .superRefine(checkChoices);

const textInput = z.strictObject({
  type: z.literal('plain_text_input'),
  ...common,
  ...focusable,
  dispatch_action_config: z
    .strictObject({
      trigger_actions_on: z
        .array(z.enum(['on_enter_pressed', 'on_character_entered']))
        .min(1)
        .max(2),
    })
    .optional(),
  initial_value: text(3_000, 0).optional(),
  multiline: flag,
  max_length: z.int().min(1).max(3_000).optional(),
});

/** The elements that actions blocks and accessories of sections allow. */
export const actionElement = z.discriminatedUnion('type', [button, overflow, staticSelect]);

export const inputElement = z.discriminatedUnion('type', [checkboxes, multiSelect, staticSelect, textInput]);

type Option = z.output<typeof option>;

interface Choices {
  readonly options?: readonly Option[] | undefined;
  readonly option_groups?: readonly { readonly options: readonly Option[] }[] | undefined;
  readonly initial_option?: Option | undefined;
  readonly initial_options?: readonly Option[] | undefined;
}

/** The choices are in options or in groups, and what is chosen at first is among them. */
function checkChoices(
  { options, option_groups: groups, initial_option: first, initial_options: several = [] }: Choices,
  context: z.RefinementCtx,
): void {
  if ((options === undefined) === (groups === undefined))
    context.addIssue('must define either `options` or `option_groups`');
  const all = [...(options ?? []), ...(groups ?? []).flatMap((group) => group.options)];
  const offered = new Set(all.map((choice) => JSON.stringify(choice)));
  const isOffered = (chosen: Option): boolean => offered.has(JSON.stringify(chosen));
  const refuse = (field: string, where: string) =>
    context.addIssue({
      code: 'custom',
      path: [field],
      message: `${field} must be ${where} the provided options`,
    });
  if (first && !isOffered(first)) refuse('initial_option', 'one of');
  if (!several.every(isOffered)) refuse('initial_options', 'among');
}

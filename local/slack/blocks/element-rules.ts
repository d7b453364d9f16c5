import { asObjects, type Json, type JsonObject } from '../payload/json.ts';
import { slackLimits } from './limits.ts';
import type { Problem } from './rules.ts';
import {
  also,
  broken,
  byType,
  type Check,
  either,
  flag,
  integer,
  list,
  object,
  oneOf,
  text,
} from './rules.ts';
import { confirm, option as plainOption, plainText } from './text-rules.ts';

/** An element with `action_id`, and the fields that its kind takes. */
const element = (type: string, required: Record<string, Check>, optional: Record<string, Check>): Check =>
  object({ type: oneOf(type), ...required }, { action_id: text(slackLimits.actionId), ...optional });

const asks = { confirm };
const placeholder = plainText(slackLimits.placeholder);

const button = element(
  'button',
  { text: plainText(slackLimits.button.text) },
  {
    ...asks,
    value: text(slackLimits.button.value),
    style: oneOf('primary', 'danger'),
    accessibility_label: text(slackLimits.button.accessibilityLabel),
  },
);

/** What is chosen at first must be one of the choices. */
function initialIsOffered(value: JsonObject, at: string): Problem[] {
  const options = [
    ...asObjects(value.options),
    ...asObjects(value.option_groups).flatMap((group) => asObjects(group.options)),
  ];
  const offered = (chosen: Json): boolean =>
    options.some((choice) => JSON.stringify(choice) === JSON.stringify(chosen));
  return value.initial_option === undefined || offered(value.initial_option)
    ? []
    : [broken(`${at}/initial_option`, 'initial_option must be one of the provided options', 'enum')];
}

const options = list(plainOption, slackLimits.select.options);
const groups = list(
  object({ label: plainText(slackLimits.select.groupLabel), options }),
  slackLimits.select.groups,
);

const select = also(
  element(
    'static_select',
    {},
    {
      ...asks,
      placeholder,
      options,
      option_groups: groups,
      initial_option: plainOption,
      focus_on_load: flag,
    },
  ),
  (value, at) => [...either('options', 'option_groups')(value, at), ...initialIsOffered(value, at)],
);

/** What is chosen at first must be some of the choices. */
const initialAreOffered = (value: JsonObject, at: string): Problem[] =>
  asObjects(value.initial_options).some(
    (option) => initialIsOffered({ ...value, initial_option: option }, at).length > 0,
  )
    ? [broken(`${at}/initial_options`, 'initial_options must be among the provided options', 'enum')]
    : [];

const checkboxes = also(
  element(
    'checkboxes',
    { options: list(plainOption, slackLimits.checkboxes.options) },
    { ...asks, initial_options: list(plainOption, slackLimits.checkboxes.options) },
  ),
  initialAreOffered,
);

const multiSelect = also(
  element(
    'multi_static_select',
    {},
    {
      ...asks,
      placeholder,
      options,
      option_groups: groups,
      initial_options: list(plainOption, slackLimits.select.options),
      focus_on_load: flag,
      max_selected_items: integer(slackLimits.select.selectedValue),
    },
  ),
  (value, at) => [...either('options', 'option_groups')(value, at), ...initialAreOffered(value, at)],
);

const textInput = element(
  'plain_text_input',
  {},
  {
    placeholder,
    dispatch_action_config: object({
      trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), [1, 2]),
    }),
    initial_value: text(slackLimits.textInput.initialValue, 0),
    multiline: flag,
    max_length: integer(slackLimits.textInput.lengthValue),
    focus_on_load: flag,
  },
);

/** The elements that an actions block and a section's accessory allow. */
export const actionElement = byType({
  button,
  overflow: element('overflow', { options: list(plainOption, slackLimits.overflow.options) }, asks),
  static_select: select,
});

/** The elements that an input block allows. */
export const inputElement = byType({
  checkboxes,
  multi_static_select: multiSelect,
  static_select: select,
  plain_text_input: textInput,
});

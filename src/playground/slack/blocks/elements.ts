import { asObjects, type Json, type JsonObject } from '../json.ts';
import { LIMITS } from './limits.ts';
import { richText } from './richText.ts';
import type { Problem } from './schema.ts';
import {
  also,
  anything,
  broken,
  byType,
  type Check,
  either,
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  pattern,
  text,
} from './schema.ts';
import { anyText, confirm, image, option, plainText } from './text.ts';

const actionId = text(LIMITS.actionId);
const id = text(255);
const ids = list(id, [0, 100]);
const selected = integer([1, Number.POSITIVE_INFINITY]);
const placeholder = plainText(LIMITS.placeholder);
const dispatch = object(
  {},
  { trigger_actions_on: list(oneOf('on_enter_pressed', 'on_character_entered'), [1, 2]) },
);
const filter = object(
  {},
  {
    include: list(oneOf('im', 'mpim', 'private', 'public'), [1, 4]),
    exclude_external_shared_channels: flag,
    exclude_bot_users: flag,
  },
);
const plainOption = option(plainText);
const richOption = option(anyText);

/** An element with `action_id`, and the fields that its kind takes. */
const element = (type: string, required: Record<string, Check>, optional: Record<string, Check>): Check =>
  object({ type: oneOf(type), ...required }, { action_id: actionId, ...optional });
const focus = { focus_on_load: flag };
const asks = { confirm };
const menu = { ...asks, ...focus, placeholder };
const typing = { ...focus, placeholder, dispatch_action_config: dispatch };

const lists = {
  options: list(plainOption, LIMITS.select.options),
  option_groups: list(
    object({ label: plainText(LIMITS.select.groupLabel), options: list(plainOption, LIMITS.select.options) }),
    LIMITS.select.groups,
  ),
};

/** What is chosen at first must be one of the choices. */
function initialIsOffered(value: JsonObject, at: string): Problem[] {
  const options = [
    ...asObjects(value.options),
    ...asObjects(value.option_groups).flatMap((group) => asObjects(group.options)),
  ];
  const offered = (one: Json): boolean =>
    options.some((choice) => JSON.stringify(choice) === JSON.stringify(one));
  const initial: [string, Json[]][] = [
    ['initial_option', value.initial_option === undefined ? [] : [value.initial_option]],
    ['initial_options', asObjects(value.initial_options)],
  ];
  return initial.flatMap(([field, chosen]) =>
    chosen.every(offered)
      ? []
      : [broken(`${at}/${field}`, `${field} must be one of the provided options`, 'enum')],
  );
}

const staticMenu = (check: Check): Check =>
  also(check, (value, at) => [
    ...either('options', 'option_groups')(value, at),
    ...initialIsOffered(value, at),
  ]);

const minQuery = { min_query_length: integer([0, Number.POSITIVE_INFINITY]) };
const manyOptions = (most: readonly [number, number], one: Check): Check => list(one, [1, most[1]]);

const selects: Record<string, Check> = {
  static_select: staticMenu(element('static_select', {}, { ...menu, ...lists, initial_option: plainOption })),
  external_select: element('external_select', {}, { ...menu, ...minQuery, initial_option: plainOption }),
  users_select: element('users_select', {}, { ...menu, initial_user: id }),
  channels_select: element(
    'channels_select',
    {},
    { ...menu, initial_channel: id, response_url_enabled: flag },
  ),
  conversations_select: element(
    'conversations_select',
    {},
    {
      ...menu,
      filter,
      initial_conversation: id,
      default_to_current_conversation: flag,
      response_url_enabled: flag,
    },
  ),
};

const initialOptions = {
  initial_options: manyOptions(LIMITS.select.options, plainOption),
  max_selected_items: selected,
};
const multiSelects: Record<string, Check> = {
  multi_static_select: staticMenu(
    element('multi_static_select', {}, { ...menu, ...lists, ...initialOptions }),
  ),
  multi_external_select: element('multi_external_select', {}, { ...menu, ...minQuery, ...initialOptions }),
  multi_users_select: element(
    'multi_users_select',
    {},
    { ...menu, initial_users: ids, max_selected_items: selected },
  ),
  multi_channels_select: element(
    'multi_channels_select',
    {},
    { ...menu, initial_channels: ids, max_selected_items: selected },
  ),
  multi_conversations_select: element(
    'multi_conversations_select',
    {},
    {
      ...menu,
      filter,
      initial_conversations: ids,
      default_to_current_conversation: flag,
      max_selected_items: selected,
    },
  ),
};

const choices = list(richOption, LIMITS.choices.options);
const day = pattern(/^\d{4}-\d\d-\d\d$/, 'YYYY-MM-DD');
const hour = pattern(/^\d\d:\d\d$/, 'HH:mm');

const pickers: Record<string, Check> = {
  checkboxes: also(
    element(
      'checkboxes',
      { options: choices },
      { ...asks, ...focus, initial_options: manyOptions(LIMITS.choices.options, richOption) },
    ),
    initialIsOffered,
  ),
  radio_buttons: also(
    element('radio_buttons', { options: choices }, { ...asks, ...focus, initial_option: richOption }),
    initialIsOffered,
  ),
  datepicker: element('datepicker', {}, { ...menu, initial_date: day }),
  timepicker: element('timepicker', {}, { ...menu, initial_time: hour, timezone: id }),
  datetimepicker: element(
    'datetimepicker',
    {},
    { ...asks, ...focus, initial_date_time: integer([1_000_000_000, 9_999_999_999]) },
  ),
};

/** A button; in cards and tables too. */
export const button: Check = element(
  'button',
  { text: plainText(LIMITS.button.text) },
  {
    ...asks,
    value: text(LIMITS.button.value),
    url: text(LIMITS.button.url),
    style: oneOf('primary', 'danger'),
    accessibility_label: text(LIMITS.button.accessibilityLabel),
  },
);

const presses: Record<string, Check> = {
  button,
  overflow: element('overflow', { options: list(plainOption, LIMITS.overflow.options) }, asks),
  workflow_button: element(
    'workflow_button',
    { text: plainText(LIMITS.button.text), workflow: anything },
    {
      style: oneOf('primary', 'danger'),
      accessibility_label: text(LIMITS.button.accessibilityLabel),
    },
  ),
};

const length = integer(LIMITS.textInput.lengthValue);
const numeric = pattern(/^-?\d+(\.\d+)?$/, 'a number');
const richTextInput = element(
  'rich_text_input',
  {},
  {
    ...typing,
    initial_value: richText,
    min_lines: number(LIMITS.richTextInput.linesValue),
    max_lines: number(LIMITS.richTextInput.linesValue),
  },
);

const inputs: Record<string, Check> = {
  plain_text_input: element(
    'plain_text_input',
    {},
    {
      ...typing,
      initial_value: text(LIMITS.textInput.initialValue, 0),
      multiline: flag,
      min_length: length,
      max_length: length,
    },
  ),
  email_text_input: element(
    'email_text_input',
    {},
    { ...typing, initial_value: text(LIMITS.textInput.initialValue) },
  ),
  url_text_input: element(
    'url_text_input',
    {},
    { ...typing, initial_value: text(LIMITS.textInput.initialValue) },
  ),
  number_input: element(
    'number_input',
    { is_decimal_allowed: flag },
    {
      ...typing,
      initial_value: numeric,
      min_value: numeric,
      max_value: numeric,
    },
  ),
  rich_text_input: richTextInput,
  file_input: element(
    'file_input',
    {},
    {
      filetypes: list(id, LIMITS.fileInput.filetypes),
      max_files: integer(LIMITS.fileInput.maxFilesValue),
    },
  ),
};

const opinion = object(
  { text: plainText(LIMITS.button.text), value: text(LIMITS.button.value) },
  { accessibility_label: text(LIMITS.button.accessibilityLabel) },
);

/** What may stand in an actions block. */
export const actionElement = byType({
  ...presses,
  ...selects,
  ...multiSelects,
  ...pickers,
  rich_text_input: richTextInput,
});

/** What may stand beside the text of a section. */
export const accessory = byType({ ...presses, ...selects, ...multiSelects, ...pickers, image: image() });

/** What may stand in an input block. */
export const inputElement = byType({ ...inputs, ...selects, ...multiSelects, ...pickers });

/** What may stand in a context_actions block. */
export const contextAction = byType({
  feedback_buttons: element('feedback_buttons', { positive_button: opinion, negative_button: opinion }, {}),
  icon_button: element(
    'icon_button',
    { icon: oneOf('trash'), text: plainText(LIMITS.button.text) },
    {
      ...asks,
      value: text(LIMITS.button.value),
      accessibility_label: text(LIMITS.button.accessibilityLabel),
      visible_to_user_ids: ids,
    },
  ),
});

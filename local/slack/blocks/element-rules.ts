import { asks, element, id, ids, typing } from './element-base.ts';
import { slackLimits } from './limits.ts';
import { multiSelects, pickers, plainOption, selects } from './menu-rules.ts';
import { richText } from './rich-text-rules.ts';
import {
  anything,
  byType,
  type Check,
  flag,
  integer,
  list,
  number,
  object,
  oneOf,
  pattern,
  text,
} from './rules.ts';
import { image, plainText } from './text-rules.ts';

/** A button; in cards and tables too. */
export const button: Check = element(
  'button',
  { text: plainText(slackLimits.button.text) },
  {
    ...asks,
    value: text(slackLimits.button.value),
    url: text(slackLimits.button.url),
    style: oneOf('primary', 'danger'),
    accessibility_label: text(slackLimits.button.accessibilityLabel),
  },
);

const presses: Record<string, Check> = {
  button,
  overflow: element('overflow', { options: list(plainOption, slackLimits.overflow.options) }, asks),
  workflow_button: element(
    'workflow_button',
    { text: plainText(slackLimits.button.text), workflow: anything },
    {
      style: oneOf('primary', 'danger'),
      accessibility_label: text(slackLimits.button.accessibilityLabel),
    },
  ),
};

const length = integer(slackLimits.textInput.lengthValue);
const numeric = pattern(/^-?\d+(\.\d+)?$/, 'a number');
const richTextInput = element(
  'rich_text_input',
  {},
  {
    ...typing,
    initial_value: richText,
    min_lines: number(slackLimits.richTextInput.linesValue),
    max_lines: number(slackLimits.richTextInput.linesValue),
  },
);

const inputs: Record<string, Check> = {
  plain_text_input: element(
    'plain_text_input',
    {},
    {
      ...typing,
      initial_value: text(slackLimits.textInput.initialValue, 0),
      multiline: flag,
      min_length: length,
      max_length: length,
    },
  ),
  email_text_input: element(
    'email_text_input',
    {},
    { ...typing, initial_value: text(slackLimits.textInput.initialValue) },
  ),
  url_text_input: element(
    'url_text_input',
    {},
    { ...typing, initial_value: text(slackLimits.textInput.initialValue) },
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
      filetypes: list(id, slackLimits.fileInput.filetypes),
      max_files: integer(slackLimits.fileInput.maxFilesValue),
    },
  ),
};

const opinion = object(
  { text: plainText(slackLimits.button.text), value: text(slackLimits.button.value) },
  { accessibility_label: text(slackLimits.button.accessibilityLabel) },
);

/** The elements that an actions block allows. */
export const actionElement = byType({
  ...presses,
  ...selects,
  ...multiSelects,
  ...pickers,
  rich_text_input: richTextInput,
});

/** The elements that a section's accessory allows. */
export const accessory = byType({ ...presses, ...selects, ...multiSelects, ...pickers, image: image() });

/** The elements that an input block allows. */
export const inputElement = byType({ ...inputs, ...selects, ...multiSelects, ...pickers });

/** The elements that a context_actions block allows. */
export const contextAction = byType({
  feedback_buttons: element('feedback_buttons', { positive_button: opinion, negative_button: opinion }, {}),
  icon_button: element(
    'icon_button',
    { icon: oneOf('trash'), text: plainText(slackLimits.button.text) },
    {
      ...asks,
      value: text(slackLimits.button.value),
      accessibility_label: text(slackLimits.button.accessibilityLabel),
      visible_to_user_ids: ids,
    },
  ),
});

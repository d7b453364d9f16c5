import { asObjects, type Json, type JsonObject } from '../payload/json.ts';
import { asks, element, focus, id, ids, menu } from './element-base.ts';
import { slackLimits } from './limits.ts';
import type { Problem } from './rules.ts';
import { also, broken, type Check, either, flag, integer, list, object, oneOf, pattern } from './rules.ts';
import { anyText, option, plainText } from './text-rules.ts';

const selected = integer([1, Number.POSITIVE_INFINITY]);
/** An option with plain text. */
export const plainOption = option(plainText);
const richOption = option(anyText);
const filter = object(
  {},
  {
    include: list(oneOf('im', 'mpim', 'private', 'public'), [1, 4]),
    exclude_external_shared_channels: flag,
    exclude_bot_users: flag,
  },
);

const lists = {
  options: list(plainOption, slackLimits.select.options),
  option_groups: list(
    object({
      label: plainText(slackLimits.select.groupLabel),
      options: list(plainOption, slackLimits.select.options),
    }),
    slackLimits.select.groups,
  ),
};

/** What is chosen at first must be one of the choices. */
function initialIsOffered(value: JsonObject, at: string): Problem[] {
  const options = [
    ...asObjects(value.options),
    ...asObjects(value.option_groups).flatMap((group) => asObjects(group.options)),
  ];
  const offered = (option: Json): boolean =>
    options.some((choice) => JSON.stringify(choice) === JSON.stringify(option));
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
const manyOptions = (most: readonly [number, number], option: Check): Check => list(option, [1, most[1]]);

/** Menus to choose one thing from. */
export const selects: Record<string, Check> = {
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
  initial_options: manyOptions(slackLimits.select.options, plainOption),
  max_selected_items: selected,
};
/** Menus to choose several things from. */
export const multiSelects: Record<string, Check> = {
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

const choices = list(richOption, slackLimits.choices.options);
const day = pattern(/^\d{4}-\d\d-\d\d$/, 'YYYY-MM-DD');
const hour = pattern(/^\d\d:\d\d$/, 'HH:mm');

/** Checkboxes, radio buttons, dates and times. */
export const pickers: Record<string, Check> = {
  checkboxes: also(
    element(
      'checkboxes',
      { options: choices },
      { ...asks, ...focus, initial_options: manyOptions(slackLimits.choices.options, richOption) },
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

import type { Json, JsonObject } from '../payload/json.ts';
import { asObject, asObjects, asString, lookUp } from '../payload/json.ts';
import { labelOf } from '../payload/view-state.ts';

/** What a person enters: a text, or several choices by their text or value; `null` clears. */
export type Entered = string | string[] | null;

const listFields: Record<string, string> = {
  multi_users_select: 'selected_users',
  multi_channels_select: 'selected_channels',
  multi_conversations_select: 'selected_conversations',
};

const singleFields: Record<string, string> = {
  plain_text_input: 'value',
  email_text_input: 'value',
  url_text_input: 'value',
  number_input: 'value',
  users_select: 'selected_user',
  channels_select: 'selected_channel',
  conversations_select: 'selected_conversation',
  datepicker: 'selected_date',
  timepicker: 'selected_time',
};

/**
 * The value of an element in `state.values`, once a person has entered something.
 * @param options for an external select, the options that the app offered
 * @throws Error when the element has no such option, or takes nothing
 */
export function valueFor(
  element: JsonObject,
  entered: Entered,
  options: JsonObject[] = offered(element),
): JsonObject {
  const type = asString(element.type);
  const many = entered === null ? [] : [entered].flat();
  const [first = null] = many;
  const single = lookUp(singleFields, type);
  if (single) return { type, [single]: first === '' ? null : first };
  const list = lookUp(listFields, type);
  if (list) return { type, [list]: many };
  if (type === 'datetimepicker') return { type, selected_date_time: first === null ? null : Number(first) };
  if (type === 'rich_text_input') return { type, rich_text_value: first === null ? null : richText(first) };
  if (type === 'checkboxes' || type.startsWith('multi_'))
    return { type, selected_options: many.map((name) => choice(options, name)) };
  if (type.endsWith('_select') || type === 'radio_buttons' || type === 'overflow')
    return { type, selected_option: first === null ? null : choice(options, first) };
  throw new Error(`Nothing can be entered into a ${type}.`);
}

/** The options that an element carries itself, groups included. */
export function offered(element: JsonObject): JsonObject[] {
  const grouped = asObjects(element.option_groups).flatMap((group) => asObjects(group.options));
  return [...asObjects(element.options), ...grouped];
}

function choice(options: JsonObject[], name: string): JsonObject {
  const found = options.find((option) => option.value === name || labelOf(option) === name);
  if (!found)
    throw new Error(
      `There is no choice "${name}"; there are ${options.map((option) => labelOf(option)).join(', ')}.`,
    );
  return found;
}

function richText(text: string): Json {
  return { type: 'rich_text', elements: [{ type: 'rich_text_section', elements: [{ type: 'text', text }] }] };
}

/** Whether a value in `state.values` says that nothing was entered. */
export function isEmpty(value: Json | undefined): boolean {
  const { type: _type, ...rest } = asObject(value);
  return Object.values(rest).every(
    (entry) => entry === null || entry === '' || (Array.isArray(entry) && entry.length === 0),
  );
}

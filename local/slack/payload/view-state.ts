import type { Json, JsonObject } from './json.ts';
import { asObject, asObjects, asString, lookUp } from './json.ts';

/** The interactive elements of blocks, with the block that each is in. */
export function elementsOf(blocks: JsonObject[]): { block: JsonObject; element: JsonObject }[] {
  return blocks.flatMap((block) => {
    const nested = block.type === 'container' ? elementsOf(asObjects(block.child_blocks)) : [];
    const cards =
      block.type === 'card' ? [block] : block.type === 'carousel' ? asObjects(block.elements) : [];
    const own = [
      ...(block.type === 'actions' || block.type === 'context_actions' ? asObjects(block.elements) : []),
      ...asObjects([block.accessory ?? null, block.element ?? null]),
      ...cards.flatMap((card) => asObjects(card.actions)),
      ...(block.type === 'data_table' || block.type === 'table' ? cellElements(block) : []),
    ].filter(({ type }) => type !== 'image');
    return [...own.map((element) => ({ block, element })), ...nested];
  });
}

function cellElements(block: JsonObject): JsonObject[] {
  const rows = Array.isArray(block.rows) ? block.rows : [];
  return rows.flatMap((row) => asObjects(row)).flatMap(({ element }) => asObjects([element ?? null]));
}

/** How each element that holds a value shows it in `state.values`, given nothing but its initial value. */
const initialValues: Record<string, (element: JsonObject) => JsonObject> = {
  plain_text_input: (element) => ({ value: element.initial_value ?? null }),
  email_text_input: (element) => ({ value: element.initial_value ?? null }),
  url_text_input: (element) => ({ value: element.initial_value ?? null }),
  number_input: (element) => ({ value: element.initial_value ?? null }),
  rich_text_input: (element) => ({ rich_text_value: element.initial_value ?? null }),
  static_select: (element) => ({ selected_option: element.initial_option ?? null }),
  external_select: (element) => ({ selected_option: element.initial_option ?? null }),
  radio_buttons: (element) => ({ selected_option: element.initial_option ?? null }),
  multi_static_select: (element) => ({ selected_options: element.initial_options ?? [] }),
  multi_external_select: (element) => ({ selected_options: element.initial_options ?? [] }),
  checkboxes: (element) => ({ selected_options: element.initial_options ?? [] }),
  users_select: (element) => ({ selected_user: element.initial_user ?? null }),
  multi_users_select: (element) => ({ selected_users: element.initial_users ?? [] }),
  channels_select: (element) => ({ selected_channel: element.initial_channel ?? null }),
  multi_channels_select: (element) => ({ selected_channels: element.initial_channels ?? [] }),
  conversations_select: (element) => ({ selected_conversation: element.initial_conversation ?? null }),
  multi_conversations_select: (element) => ({ selected_conversations: element.initial_conversations ?? [] }),
  datepicker: (element) => ({ selected_date: element.initial_date ?? null }),
  timepicker: (element) => ({ selected_time: element.initial_time ?? null }),
  datetimepicker: (element) => ({ selected_date_time: element.initial_date_time ?? null }),
  file_input: () => ({ files: [] }),
};

/** What an element holds before it was touched, as `state.values` shows it; nothing when it holds none. */
export function initialValue(element: JsonObject): JsonObject {
  const type = asString(element.type);
  const initial = lookUp(initialValues, type);
  return initial ? { type, ...initial(element) } : {};
}

/** `state.values` before the person has touched anything: block id -> action id -> value. */
export function initialState(blocks: JsonObject[]): JsonObject {
  const values: JsonObject = {};
  for (const { block, element } of elementsOf(blocks)) {
    const initial = initialValue(element);
    if (initial.type === undefined) continue;
    const blockId = asString(block.block_id);
    values[blockId] = { ...asObject(values[blockId]), [asString(element.action_id)]: initial };
  }
  return values;
}

/** Text of a text object, an option, or a plain string. */
export function labelOf(value: Json | undefined): string {
  return typeof value === 'string'
    ? value
    : asString(asObject(value).text) || labelOf(asObject(value).text ?? '');
}

import type { Json, JsonObject } from './json.ts';
import { asObject, asObjects, asString, lookUp } from './json.ts';

/** The interactive elements of blocks, with the block that each is in. */
export function elementsOf(blocks: JsonObject[]): { block: JsonObject; element: JsonObject }[] {
  return blocks.flatMap((block) => {
    const row = block.type === 'actions' ? asObjects(block.elements) : [];
    const all = [...row, ...asObjects([block.accessory ?? null, block.element ?? null])];
    return all.map((element) => ({ block, element }));
  });
}

/** How each element that holds a value shows it in `state.values`, given nothing but its initial value. */
const initialValues: Record<string, (element: JsonObject) => JsonObject> = {
  plain_text_input: (element) => ({ value: element.initial_value ?? null }),
  static_select: (element) => ({ selected_option: element.initial_option ?? null }),
  multi_static_select: (element) => ({ selected_options: element.initial_options ?? [] }),
  checkboxes: (element) => ({ selected_options: element.initial_options ?? [] }),
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

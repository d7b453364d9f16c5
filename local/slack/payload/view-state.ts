import type { Json, JsonObject } from './json.ts';
import { asObject, asObjects, asString, lookUp } from './json.ts';

/** Returns the interactive elements of blocks, each with its block. */
export function elementsOf(blocks: JsonObject[]): { block: JsonObject; element: JsonObject }[] {
  return blocks.flatMap((block) => {
    const row = block.type === 'actions' ? asObjects(block.elements) : [];
    const all = [...row, ...asObjects([block.accessory ?? null, block.element ?? null])];
    return all.map((element) => ({ block, element }));
  });
}

/** Converts each kind of element to its initial value in `state.values`. */
const initialValues: Record<string, (element: JsonObject) => JsonObject> = {
  plain_text_input: (element) => ({ value: element.initial_value ?? null }),
  static_select: (element) => ({ selected_option: element.initial_option ?? null }),
  multi_static_select: (element) => ({ selected_options: element.initial_options ?? [] }),
  checkboxes: (element) => ({ selected_options: element.initial_options ?? [] }),
};

/** Returns an element's initial value in `state.values`; empty if it has none. */
export function initialValue(element: JsonObject): JsonObject {
  const type = asString(element.type);
  const initial = lookUp(initialValues, type);
  return initial ? { type, ...initial(element) } : {};
}

/** Returns `state.values` before any input: block id -> action id -> value. */
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

/** Returns the text of a text object, an option, or a plain string. */
export function labelOf(value: Json | undefined): string {
  return typeof value === 'string'
    ? value
    : asString(asObject(value).text) || labelOf(asObject(value).text ?? '');
}

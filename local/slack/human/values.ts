import type { JsonObject } from '../payload/json.ts';
import { asObject, asObjects, asString } from '../payload/json.ts';
import { labelOf } from '../payload/view-state.ts';

/** A person's input: a text, an option by its text or value, or all ticked or chosen options; `null` clears. */
export type Entered = string | null | string[];

const menus = ['static_select', 'overflow'];

const several = ['checkboxes', 'multi_static_select'];

/**
 * Returns the value of an element in `state.values` for an input.
 * @throws Error if the element has no such option, or accepts no input
 */
export function valueFor(element: JsonObject, entered: Entered): JsonObject {
  const type = asString(element.type);
  if (several.includes(type)) {
    const chosen = entered === null ? [] : [entered].flat();
    return { type, selected_options: chosen.map((one) => choice(offered(element), one)) };
  }
  if (entered !== null && typeof entered !== 'string') throw new Error(`A ${type} takes one value.`);
  if (type === 'plain_text_input') return { type, value: entered || null };
  if (menus.includes(type))
    return { type, selected_option: entered === null ? null : choice(offered(element), entered) };
  throw new Error(`Nothing can be entered into a ${type}.`);
}

function offered(element: JsonObject): JsonObject[] {
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

export function isEmpty(value: JsonObject[string] | undefined): boolean {
  const { type: _type, ...rest } = asObject(value);
  return Object.values(rest).every(
    (entry) => entry === null || entry === '' || (Array.isArray(entry) && entry.length === 0),
  );
}

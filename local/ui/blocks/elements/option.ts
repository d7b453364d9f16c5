import { asObject, asObjects, asString, type Json, type JsonObject } from '../../../slack/payload/json.ts';
import { labelOf } from '../../../slack/payload/view-state.ts';
import type { Named } from '../parts/surface.ts';

/** One choice of a menu. */
export interface Option {
  readonly value: string;
  /** For finding it and for the field once it is chosen. */
  readonly label: string;
  /** The text object behind the label. */
  readonly text: Json;
  readonly description?: Json | undefined;
}

export interface OptionGroup {
  readonly label?: Json;
  readonly options: readonly Option[];
}

export const toOption = (option: JsonObject): Option => ({
  value: asString(option.value),
  label: labelOf(option),
  text: option.text ?? '',
  description: option.description,
});

/** The choices that an element carries itself; without groups they are one group without a label. */
export function groupsOf(element: JsonObject): OptionGroup[] {
  const groups = asObjects(element.option_groups);
  if (groups.length === 0) return [{ options: asObjects(element.options).map(toOption) }];
  return groups.map(({ label = '', options }) => ({ label, options: asObjects(options).map(toOption) }));
}

export const namedOptions = (mark: '@' | '#', all: readonly Named[]): Option[] =>
  all.map(({ id, name }) => ({ value: id, label: `${mark}${name}`, text: `${mark}${name}` }));

const singleKeys = ['selected_option', 'selected_user', 'selected_channel', 'selected_conversation'];
const listKeys = ['selected_options', 'selected_users', 'selected_channels', 'selected_conversations'];

/** What a menu's value says is chosen: options as Slack writes them, or ids. */
export function chosenIn(value: JsonObject): (JsonObject | string)[] {
  const single = singleKeys.map((field) => value[field]).find((chosen) => chosen !== undefined);
  const several = listKeys.map((field) => value[field]).find((chosen) => chosen !== undefined);
  const all = Array.isArray(several) ? several : [single ?? null];
  return all.flatMap((chosen): (JsonObject | string)[] => {
    if (typeof chosen === 'string') return [chosen];
    return chosen === null ? [] : [asObject(chosen)];
  });
}

export const idOf = (chosen: JsonObject | string): string =>
  typeof chosen === 'string' ? chosen : asString(chosen.value);

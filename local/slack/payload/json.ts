/** JSON as it travels between Slack and an app. */

export type Json = null | boolean | number | string | Json[] | JsonObject;
export interface JsonObject {
  [key: string]: Json;
}

/** Whether a JSON value is an object (not an array, not null). */
export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The object in `value`, or an empty one. */
export function asObject(value: Json | undefined): JsonObject {
  return isObject(value) ? value : {};
}

/** The objects in a list; anything else in it is left out. */
export function asObjects(value: Json | undefined): JsonObject[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The string in `value`, or an empty one. */
export function asString(value: Json | undefined): string {
  return typeof value === 'string' ? value : '';
}

/** Parses JSON text; `undefined` when it is none. */
export function parseJson(text: string): Json | undefined {
  try {
    const value: Json = JSON.parse(text);
    return value;
  } catch {
    return undefined;
  }
}

/** What a table holds under a name that came from outside; never what every object inherits. */
export function lookUp<T>(table: Record<string, T>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined;
}

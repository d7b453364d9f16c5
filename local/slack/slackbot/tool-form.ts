import type { Tool } from '@modelcontextprotocol/client';
import { asObject, asObjects, asString, type Json, type JsonObject, parseJson } from '../payload/json.ts';

/** Prefix of the id of an input for a tool's argument. */
export const inputPrefix = 'input:';

export const requiredOf = ({ inputSchema }: Tool): readonly string[] => inputSchema.required ?? [];

/** Renders an input for each argument of a tool, in the order of its schema. */
export function inputsFor(tool: Tool): JsonObject[] {
  return Object.entries(propertiesOf(tool)).map(([name, declared]) => {
    const schema = asObject(declared);
    const hint = asString(schema.description) + (schema.type === 'array' ? '. One per line.' : '');
    return {
      type: 'input',
      block_id: name,
      label: { type: 'plain_text', text: name },
      optional: !requiredOf(tool).includes(name),
      ...(hint !== '' && { hint: { type: 'plain_text', text: hint } }),
      element: { action_id: `${inputPrefix}${name}`, ...elementFor(schema) },
    };
  });
}

/** Converts the entered values to the types of the tool's schema. */
export function argumentsFrom(tool: Tool, entered: JsonObject): JsonObject {
  const properties = propertiesOf(tool);
  return Object.fromEntries(
    Object.entries(entered).map(([name, value]) => [
      name,
      typeof value === 'string' ? typed(value, asObject(properties[name])) : value,
    ]),
  );
}

const propertiesOf = ({ inputSchema }: Tool): JsonObject =>
  asObject(parseJson(JSON.stringify(inputSchema.properties ?? {})));

/** Renders a menu for an enumeration, else a text input, with several lines for a list of texts. */
function elementFor(schema: JsonObject): JsonObject {
  const choices = schema.type === 'boolean' ? ['true', 'false'] : listOf(schema.enum).map(textOf);
  if (choices.length > 0)
    return {
      type: 'static_select',
      options: choices.map((value) => ({ text: { type: 'plain_text', text: value }, value })),
    };
  const [example] = listOf(schema.examples).map(
    (value) => listOf(value).map(textOf).join('\n') || textOf(value),
  );
  return {
    type: 'plain_text_input',
    multiline: schema.type === 'array',
    ...(example !== undefined && { placeholder: { type: 'plain_text', text: example } }),
  };
}

/** Converts a text to the type of a schema. If that is impossible, returns the text, for the server to report the mistake. */
function typed(text: string, schema: JsonObject): Json {
  if (schema.type === 'array') {
    const lines = text.split('\n').map((line) => line.trim());
    return lines.filter((line) => line !== '').map((line) => typed(line, asObject(schema.items)));
  }
  const types = [schema, ...asObjects(schema.anyOf)].map(({ type }) => type);
  const value = parseJson(text);
  if (typeof value === 'number' && (types.includes('integer') || types.includes('number'))) return value;
  return typeof value === 'boolean' && types.includes('boolean') ? value : text;
}

const listOf = (value: Json | undefined): Json[] => (Array.isArray(value) ? value : []);
const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

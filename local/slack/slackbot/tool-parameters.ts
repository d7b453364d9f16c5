import type { Tool } from '@modelcontextprotocol/client';
import { asObject, asString, type Json, type JsonObject, parseJson } from '../payload/json.ts';
import { type FactKind, formOf } from './facts.ts';

/** One argument that a tool takes, as far as its JSON Schema says. */
export interface Parameter {
  readonly name: string;
  /** What it is, in words; its name where the schema says nothing. */
  readonly description: string;
  readonly required: boolean;
  /** It takes a list. */
  readonly several: boolean;
  readonly type: string;
  /** The only values that it takes; empty where it takes others. */
  readonly choices: readonly string[];
  /** The form of its example; undefined where that has none, as of a name. */
  readonly form: FactKind | undefined;
}

/** The arguments that a tool takes, in the order of its schema. */
export function parametersOf({ inputSchema }: Pick<Tool, 'inputSchema'>): readonly Parameter[] {
  const schema = asObject(parseJson(JSON.stringify(inputSchema)));
  const required = asTexts(schema.required);
  return Object.entries(asObject(schema.properties)).map(([name, declared]) => {
    const property = asObject(declared);
    const several = property.type === 'array';
    const [example] = asTexts(property.examples).flatMap((text) => asTexts(parseJson(text) ?? null, text));
    return {
      name,
      description: asString(property.description) || name,
      required: required.includes(name),
      several,
      type: typeOf(property),
      choices: asTexts(property.enum),
      form: example === undefined ? undefined : formOf(example),
    };
  });
}

/** A type, or the first of several that are allowed. */
function typeOf(property: JsonObject): string {
  const [first] = Array.isArray(property.anyOf) ? property.anyOf : [];
  return asString(property.type) || asString(asObject(first).type) || 'string';
}

/** The texts in a list, others as JSON; `otherwise` where it is no list. */
const asTexts = (value: Json | undefined, ...otherwise: string[]): string[] =>
  Array.isArray(value)
    ? value.map((entry) => (typeof entry === 'string' ? entry : JSON.stringify(entry)))
    : otherwise;

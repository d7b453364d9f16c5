import { capitalize } from '../core/capitalize.ts';
import { aliasPattern } from '../operation/account-alias.ts';
import type { Field } from '../operation/field.ts';
import type { Operation } from '../operation/operation.ts';
import {
  optionsOf,
  reasonLength,
  type StandardOption,
  ticketPattern,
} from '../operation/standard-options.ts';
import { split } from '../operation/words.ts';
import { timeHint } from '../time/time-words.ts';
import { flagOf, jsonOf } from './tool-arguments.ts';

/** A JSON Schema. It names no dialect, so MCP's default applies, JSON Schema 2020-12; older clients can read it as well. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The JSON Schema of a tool's arguments: one for each field, and the standard options of its operation. */
export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, JsonSchema>>;
  readonly required?: readonly string[];
  readonly additionalProperties: false;
}

type AnyField = Field<unknown, unknown, never>;

export function inputSchemaOf(operation: Operation<never>): InputSchema {
  const fields = Object.entries(operation.fields);
  const options = optionsOf(operation);
  const required = [
    ...fields.flatMap(([name, field]) => (field.required ? [name] : [])),
    ...(operation.needs === 'approval' ? ['why'] : []),
  ];
  return {
    type: 'object',
    properties: Object.fromEntries([
      ...fields.map(([name, field]) => [name, schemaOf(field)] as const),
      ...options.map((option) => [option, ofOption[option]] as const),
    ]),
    ...(required.length > 0 && { required }),
    additionalProperties: false,
  };
}

function schemaOf(field: AnyField): JsonSchema {
  const { label, hint, many, values, example, whenEmpty } = field;
  const each = many?.each ?? (values?.kind === 'list' ? values.each : undefined);
  const shown = jsonOf(
    field,
    split(example)
      .map(({ text }) => text)
      .join(' '),
  );
  return {
    ...typeOf(field, each),
    description: `${each === undefined ? `${label}: ${hint}` : `${label}, one or several`}${whenEmpty === undefined ? '' : `; else ${whenEmpty}`}`,
    ...(flagOf(values) ? {} : { examples: [shown] }),
  };
}

function typeOf({ values, maxLength }: AnyField, each: string | undefined): JsonSchema {
  if (each !== undefined)
    return { type: 'array', items: { type: 'string', description: capitalize(each) }, minItems: 1 };
  if (values?.kind === 'number') {
    const { min, max, step, word } = values;
    const number = {
      type: 'integer',
      minimum: min,
      maximum: max,
      ...(step > 1 && { multipleOf: step }),
    };
    return word === undefined ? number : { anyOf: [number, { type: 'string', enum: [word] }] };
  }
  if (flagOf(values)) return { type: 'boolean' };
  if (values?.kind === 'choice') return { type: 'string', enum: values.words };
  return { type: 'string', ...(maxLength !== undefined && { maxLength }) };
}

const ofOption: Readonly<Record<StandardOption, JsonSchema>> = {
  account: {
    type: 'string',
    pattern: aliasPattern.source,
    description: 'Alias of an account; else the usual one',
  },
  why: {
    type: 'string',
    minLength: reasonLength.min,
    maxLength: reasonLength.max,
    description: 'Reason in the person’s words, for approvers',
  },
  ticket: { type: 'string', pattern: ticketPattern.source, description: 'ID of a ticket' },
  starts: { type: 'string', description: `When it starts, if not at once: ${timeHint}` },
  ends: { type: 'string', description: 'When it is undone by itself, like “starts”; else never' },
};

import type { CallOutcome } from '../core/tool-call.ts';
import type { JsonSchema } from './input-schema.ts';
import type { ToolLink } from './tool-link.ts';

/** A table of an answer: a row has a text by the name of each column. */
export interface StructuredTable {
  readonly caption: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** How many rows there are, if these are the first ones only. */
  readonly total?: number;
}

/** What every tool answers, as JSON. */
export interface StructuredAnswer {
  readonly outcome: CallOutcome;
  /** The command. */
  readonly line?: string;
  /** All that is neither in a table nor a fact. */
  readonly text: string;
  readonly request?: { readonly id: string; readonly link?: string };
  readonly facts: Readonly<Record<string, string>>;
  readonly tables: readonly StructuredTable[];
  readonly next: readonly ToolLink[];
  /** Says that the texts of others are data. */
  readonly note: string;
}

const outcomes: readonly CallOutcome[] = ['answered', 'preview', 'requested', 'refused', 'failed'];

/** The JSON Schema of what every tool answers. It is short, since a list of tools repeats it for each of them. */
export const outputSchema = {
  type: 'object',
  properties: {
    outcome: {
      type: 'string',
      enum: outcomes,
      description: 'preview: waits for the person’s click in Slack; requested: waits for approvers',
    },
    line: { type: 'string' },
    text: { type: 'string' },
    request: {
      type: 'object',
      properties: { id: { type: 'string', description: 'For request_status' }, link: { type: 'string' } },
      required: ['id'],
    },
    facts: { type: 'object', additionalProperties: { type: 'string' } },
    tables: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          caption: { type: 'string' },
          rows: { type: 'array', items: { type: 'object' } },
          total: { type: 'integer' },
        },
        required: ['caption', 'rows'],
      },
    },
    next: {
      type: 'array',
      items: {
        type: 'object',
        properties: { label: { type: 'string' }, tool: { type: 'string' }, arguments: { type: 'object' } },
        required: ['tool', 'arguments'],
      },
    },
    note: { type: 'string' },
  },
  required: ['outcome', 'text', 'facts', 'tables', 'next', 'note'],
  additionalProperties: false,
} as const satisfies JsonSchema;

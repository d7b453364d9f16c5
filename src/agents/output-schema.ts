import type { JsonSchema } from './input-schema.ts';
import { type CallOutcome, callOutcomes } from './tool-call.ts';
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

/**
 * The JSON Schema of what every tool answers. It says no more than what a client can check, since a list of tools repeats it for each of
 * them: `StructuredAnswer` has the details.
 */
export const outputSchema = {
  type: 'object',
  properties: {
    outcome: { enum: callOutcomes },
    line: { type: 'string' },
    text: { type: 'string' },
    request: { type: 'object' },
    facts: { type: 'object' },
    tables: { type: 'array' },
    next: { type: 'array' },
    note: { type: 'string' },
  },
  required: ['outcome', 'text', 'facts', 'tables', 'next', 'note'],
} as const satisfies JsonSchema;

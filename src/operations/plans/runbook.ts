import { capitalize } from '../../core/capitalize.ts';
import type { Field } from '../../operation/field.ts';
import type { Operation, RawArgs } from '../../operation/operation.ts';
import type { PlanLine } from '../../operation/plan-text.ts';
import { join } from '../../operation/words.ts';
import { type Context, defineOperation } from '../context/context.ts';

/** A placeholder in the lines of a runbook that each run fills. */
export interface Parameter {
  readonly name: string;
  /** Its description in the file: "the new web server". */
  readonly label: string;
  /** The argument that it fills, if it is the whole argument: it is entered and checked like that argument. */
  readonly fills?: { readonly operation: string; readonly field: string };
}

/** A line of a runbook: an operation, and the words for its fields, which may contain parameters. */
export interface RunbookLine {
  readonly number: number;
  readonly operation: string;
  readonly raw: RawArgs;
}

/** A named plan from a file in the folder `runbooks`. JSON. */
export interface Runbook {
  readonly name: string;
  readonly summary: string;
  readonly allOrNothing: boolean;
  readonly parameters: readonly Parameter[];
  readonly lines: readonly RunbookLine[];
}

const parameter = /\{([a-z][a-z0-9-]*)\}/g;

/** Returns the names of the parameters in a text, each once. */
export const parametersIn = (text: string): readonly string[] => [
  ...new Set([...text.matchAll(parameter)].flatMap(([, name]) => name ?? [])),
];

/**
 * Returns the lines of a runbook with their parameters filled. A value is part of one field and is not parsed as a command, so it
 * can't add another word, option or command.
 */
export const filledLines = ({ lines }: Pick<Runbook, 'lines'>, values: RawArgs): readonly PlanLine[] =>
  lines.map(({ number, operation, raw }) => ({
    number,
    operation,
    raw: Object.fromEntries(
      Object.entries(raw).map(([name, words]) => [
        name,
        words.replace(parameter, (written, inner: string) => values[inner] ?? written),
      ]),
    ),
    field: parametersIn(Object.values(raw).join(' '))[0],
  }));

type AnyField = Field<unknown, unknown, Context>;

/** Declares the command that runs a runbook. Each parameter is a field. `fieldOf` looks up the field of an operation. */
export function runbookOperation(
  runbook: Runbook,
  fieldOf: (operation: string, field: string) => AnyField | undefined,
): Operation<Context> {
  const { name, summary, allOrNothing, parameters } = runbook;
  const fields = Object.fromEntries(
    parameters.map(({ name: inner, label, fills }, at): [string, AnyField] => [
      inner,
      fieldFor(label, at, fills && fieldOf(fills.operation, fills.field)),
    ]),
  );
  const words = ['run', name];
  return defineOperation({
    id: words.join('.'),
    summary,
    action: name,
    button: 'Run Plan',
    example: [
      ...words,
      ...Object.entries(fields).map(([key, { example }]) =>
        join([{ key, text: example.replaceAll('"', '') }]),
      ),
    ].join(' '),
    fields,
    risk: 'opens',
    roles: [],
    plan: (values) => ({
      name,
      allOrNothing,
      lines: filledLines(
        runbook,
        Object.fromEntries(Object.entries(fields).map(([key, field]) => [key, field.write(values[key])])),
      ),
    }),
  });
}

/** Returns the field of the argument that a parameter fills, or a text field if it is only part of an argument. */
function fieldFor(label: string, at: number, filled: AnyField | undefined): AnyField {
  const named = { label: capitalize(label), at, required: true };
  if (!filled) return { ...textOfParameter, ...named };
  const { rest: _, verbatim: __, many: ___, ...field } = filled;
  return { ...field, ...named };
}

/** Rejects `$`, which would be read as a reference to an earlier step. */
const textOfParameter: Omit<AnyField, 'label'> = {
  hint: 'up to 200 characters, without $',
  example: 'DE1ACMEWEB04',
  required: true,
  maxLength: 200,
  read: (words) =>
    words.length > 200 || words.includes('$')
      ? { problem: 'must be up to 200 characters, without $' }
      : { value: words },
  write: String,
};

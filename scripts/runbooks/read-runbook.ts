import { readLine, readPlan } from '../../src/command-line/plan-steps.ts';
import { closestMatch } from '../../src/core/closest-match.ts';
import type { Operation, RawArgs } from '../../src/operation/operation.ts';
import { commandsIn } from '../../src/operation/plan-text.ts';
import { alwaysNames, type StandardOption } from '../../src/operation/standard-options.ts';
import {
  type Parameter,
  parametersIn,
  type Runbook,
  type RunbookLine,
} from '../../src/operations/plans/runbook.ts';
import { FileProblems } from '../bundles/file-problems.ts';

/** Reports a mistake in a line, from 1. */
type Note = (line: number, message: string) => void;

interface Line {
  readonly number: number;
  readonly text: string;
}

interface Declared {
  readonly name: string;
  readonly label: string;
  readonly line: number;
}

interface Command extends RunbookLine {
  readonly fields: Operation<never>['fields'];
}

/**
 * Parses the text of `runbooks/NAME.plan`. The header is a comment with the summary, then optionally `all-or-nothing`, and the
 * parameters, each as `{name} description`. The commands follow. They are checked like those of a plan, with an example in place
 * of each parameter.
 * @throws FileProblems with every mistake of its form, or else of its commands, in the order of their lines:
 * "new-web-server.plan:7: unknown command “allert create”"
 */
export function readRunbook(file: string, text: string): Runbook {
  const notes: { readonly line: number; readonly message: string }[] = [];
  const note: Note = (line, message) => void notes.push({ line, message });
  const [, name = ''] = /^([a-z][a-z0-9-]*)\.plan$/.exec(file) ?? [];
  if (name === '') note(1, 'a runbook is named in small letters, digits and hyphens: new-server.plan');
  const summary = /^#\s*(\S.*)/.exec(text)?.[1]?.trim() ?? '';
  if (summary === '') note(1, 'the first line says what the runbook does, behind a #');

  const lines = commandsIn(text);
  const start = lines.findIndex(({ text: line }) => !isHeader(line));
  const header = start < 0 ? lines : lines.slice(0, start);
  const declared = header.flatMap((line) => readParameter(line, note));
  noteMistakenParameters(declared, note);
  const commands = lines.slice(header.length).flatMap((line) => readCommand(line, declared, note));
  if (header.length === lines.length) note(text.split('\n').length, 'there is no command');
  if (notes.length === 0) noteMistakes(commands, declared, note);
  if (notes.length > 0)
    throw new FileProblems(
      notes
        .sort((a, b) => a.line - b.line)
        .map(({ line, message }) => `runbooks/${file}:${line}: ${message}`),
    );
  return {
    name,
    summary,
    allOrNothing: header.some(({ text: line }) => line === atomic),
    parameters: declared.map(({ name: parameter, label }) => parameterOf(parameter, label, commands)),
    lines: commands.map(({ number, operation, raw }) => ({ number, operation, raw })),
  };
}

const atomic = 'all-or-nothing';

const isHeader = (line: string): boolean => line === atomic || line.startsWith('{');

function readParameter({ number, text }: Line, note: Note): readonly Declared[] {
  if (text === atomic) return [];
  const [, name, label] = /^\{([a-z][a-z0-9-]*)\}\s+(\S.*)$/.exec(text) ?? [];
  if (name !== undefined && label !== undefined) return [{ name, label, line: number }];
  note(number, 'a parameter is declared as {name} and what belongs there: {server} the new server');
  return [];
}

/** Reports parameters with ambiguous names: repeated ones, and those of standard options. */
function noteMistakenParameters(declared: readonly Declared[], note: Note): void {
  const options: readonly string[] = alwaysNames;
  for (const [at, { name, line }] of declared.entries()) {
    if (options.includes(name)) note(line, `{${name}} has the name of an option that every command has`);
    else if (declared.findIndex((other) => other.name === name) < at)
      note(line, `{${name}} is declared twice`);
  }
}

function readCommand(line: Line, declared: readonly Declared[], note: Note): readonly Command[] {
  const known = declared.map(({ name }) => name);
  for (const name of parametersIn(line.text)) {
    if (known.includes(name)) continue;
    const meant = closestMatch(name, known);
    note(line.number, `{${name}} is not declared in the header${meant ? `. Did you mean {${meant}}?` : ''}`);
  }
  const read = readLine(line);
  if ('problem' in read) {
    note(line.number, read.problem);
    return [];
  }
  const { operation, raw, problems } = read;
  for (const problem of problems) note(line.number, inWords(problem));
  return [{ number: line.number, operation: operation.id, raw, fields: operation.fields }];
}

const inWords = ({ field, message }: { field?: string | undefined; message: string }): string =>
  field === undefined ? message : `${field} ${message}`;

/** Example values of parameters in standard options. */
const samples: Readonly<Record<StandardOption, string>> = {
  account: 'ACME',
  why: 'to be written',
  ticket: 'OPS-17',
  starts: '2h',
  ends: '2h',
};

const isOption = (name: string): name is StandardOption => name in samples;

/** Reports unused parameters, and the problems of commands with examples as the values of arguments that contain a parameter. */
function noteMistakes(commands: readonly Command[], declared: readonly Declared[], note: Note): void {
  const used = new Set(commands.flatMap(({ raw }) => Object.values(raw).flatMap(parametersIn)));
  for (const { name, line } of declared)
    if (!used.has(name)) note(line, `{${name}} is not used by any command`);
  const lines = commands.map(({ fields, raw, ...line }) => ({ ...line, raw: sampled(raw, fields) }));
  const reading = readPlan({ lines }, { why: samples.why });
  if (!('prepared' in reading))
    for (const { line, ...problem } of reading.problems) note(line.number, inWords(problem));
}

const sampled = (raw: RawArgs, fields: Command['fields']): RawArgs =>
  Object.fromEntries(
    Object.entries(raw).map(([name, words]) => {
      if (parametersIn(words).length === 0) return [name, words];
      const example = fields[name]?.example.replaceAll('"', '');
      return [name, example ?? (isOption(name) ? samples[name] : words)];
    }),
  );

/** Returns a parameter with the first argument that it fills, if any. */
function parameterOf(name: string, label: string, commands: readonly Command[]): Parameter {
  const filled = commands.flatMap(({ operation, raw, fields }) =>
    Object.entries(raw).flatMap(([field, words]) =>
      words === `{${name}}` && fields[field] ? [{ operation, field }] : [],
    ),
  );
  return { name, label, ...(filled[0] && { fills: filled[0] }) };
}

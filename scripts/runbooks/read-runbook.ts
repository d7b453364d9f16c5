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

interface Note {
  /** From 1. */
  readonly line: number;
  readonly message: string;
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
  const notes: Note[] = [];
  const [, name = ''] = /^([a-z][a-z0-9-]*)\.plan$/.exec(file) ?? [];
  if (name === '')
    notes.push({
      line: 1,
      message: 'a runbook is named in small letters, digits and hyphens: new-server.plan',
    });
  const summary = /^#\s*(\S.*)/.exec(text)?.[1]?.trim() ?? '';
  if (summary === '')
    notes.push({ line: 1, message: 'the first line says what the runbook does, behind a #' });

  const lines = commandsIn(text);
  const start = lines.findIndex(({ text: line }) => !isHeader(line));
  const header = start < 0 ? lines : lines.slice(0, start);
  const declared = header.flatMap((line) => readParameter(line, notes));
  notes.push(...mistakenParameters(declared));
  const commands = lines.slice(header.length).flatMap((line) => readCommand(line, declared, notes));
  if (header.length === lines.length)
    notes.push({ line: text.split('\n').length, message: 'there is no command' });
  const used = new Set(commands.flatMap(({ raw }) => Object.values(raw).flatMap(parametersIn)));
  if (notes.length === 0) {
    notes.push(
      ...declared
        .filter((parameter) => !used.has(parameter.name))
        .map(({ name: parameter, line }) => ({ line, message: `{${parameter}} is not used by any command` })),
      ...problemsOf(commands),
    );
  }
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

function readParameter(
  { number, text }: { readonly number: number; readonly text: string },
  notes: Note[],
): readonly Declared[] {
  if (text === atomic) return [];
  const [, name, label] = /^\{([a-z][a-z0-9-]*)\}\s+(\S.*)$/.exec(text) ?? [];
  if (name !== undefined && label !== undefined) return [{ name, label, line: number }];
  notes.push({
    line: number,
    message: 'a parameter is declared as {name} and what belongs there: {server} the new server',
  });
  return [];
}

/** Reports parameters with ambiguous names: repeated ones, and those of standard options. */
function mistakenParameters(declared: readonly Declared[]): readonly Note[] {
  const options: readonly string[] = alwaysNames;
  return declared.flatMap(({ name, line }, at): Note[] => {
    if (options.includes(name))
      return [{ line, message: `{${name}} has the name of an option that every command has` }];
    const isRepeated = declared.findIndex((other) => other.name === name) < at;
    return isRepeated ? [{ line, message: `{${name}} is declared twice` }] : [];
  });
}

function readCommand(
  line: { readonly number: number; readonly text: string },
  declared: readonly Declared[],
  notes: Note[],
): readonly Command[] {
  const known = declared.map(({ name }) => name);
  for (const name of parametersIn(line.text)) {
    if (known.includes(name)) continue;
    const meant = closestMatch(name, known);
    const message = `{${name}} is not declared in the header${meant ? `. Did you mean {${meant}}?` : ''}`;
    notes.push({ line: line.number, message });
  }
  const read = readLine(line);
  if ('problem' in read) {
    notes.push({ line: line.number, message: read.problem });
    return [];
  }
  const { operation, raw, problems } = read;
  for (const { field, message } of problems)
    notes.push({ line: line.number, message: field === undefined ? message : `${field} ${message}` });
  return [{ number: line.number, operation: operation.id, raw, fields: operation.fields }];
}

/** Example values of parameters in standard options. */
const samples: Readonly<Record<StandardOption, string>> = {
  account: 'ACME',
  why: 'to be written',
  ticket: 'OPS-17',
  starts: '2h',
  ends: '2h',
};

const isOption = (name: string): name is StandardOption => name in samples;

/** Reports the problems of commands, with examples as the values of arguments that contain a parameter. */
function problemsOf(commands: readonly Command[]): readonly Note[] {
  const lines = commands.map(({ fields, raw, ...line }) => ({ ...line, raw: sampled(raw, fields) }));
  const reading = readPlan({ lines }, { why: samples.why });
  return 'prepared' in reading
    ? []
    : reading.problems.map(({ line, field, message }) => ({
        line: line.number,
        message: field === undefined ? message : `${field} ${message}`,
      }));
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

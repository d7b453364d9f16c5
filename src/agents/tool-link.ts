import type { Problem } from '../answer/user-error.ts';
import { readArguments } from '../operation/read-arguments.ts';
import { find } from '../operation/registry.ts';
import { scan } from '../operation/words.ts';
import { writeCommand } from '../operation/write-command.ts';
import { operations } from '../operations/index.ts';
import { type Arguments, readToolArguments, writeToolArguments } from './tool-arguments.ts';

/** A tool call that an answer offers. */
export interface ToolLink {
  readonly label: string;
  readonly tool: string;
  readonly arguments: Arguments;
  /** Phrase that names the missing arguments. Undefined for a complete call. */
  readonly missing?: string;
}

type ToolCallLink = Omit<ToolLink, 'label'>;

/**
 * Returns the tool name of an operation: `alert_list` for "alert.list". MCP and the models allow letters, digits, `_` and `-`.
 */
export const toolName = (operation: string): string => operation.replaceAll('.', '_');

/**
 * Returns the tool call equivalent to a typed command; undefined if the command is for people only, if it asks for help, or if it
 * lacks arguments, for which a person would get its form.
 */
export function toolCallOf(line: string): ToolCallLink | undefined {
  const found = readLine(line);
  if (!found) return undefined;
  const { operation, raw, given, read } = found;
  const [typed, called] = [operation.prepare(raw), operation.prepare(read)];
  return 'line' in typed && 'line' in called && typed.line === called.line
    ? { tool: toolName(operation.id), arguments: given }
    : undefined;
}

/**
 * Returns the tool call for a form that a button opens, with its missing arguments. Undefined if there is none, if nothing is
 * filled in, or if nothing is missing: such a form repeats a request.
 */
export function incompleteCallOf(line: string): ToolCallLink | undefined {
  const found = readLine(line);
  if (!found || Object.keys(found.given).length === 0) return undefined;
  const { operation, raw, given, read } = found;
  if (writeCommand(operation, raw) !== writeCommand(operation, read)) return undefined;
  const prepared = operation.prepare(raw);
  if ('line' in prepared || prepared.problems.some(({ missing }) => !missing)) return undefined;
  return {
    tool: toolName(operation.id),
    arguments: given,
    missing: prepared.problems.map(asMissing).join(', '),
  };
}

/** Names a missing argument, or the alternatives of which one is missing: "server", "what to change: name, cpu or to". */
const asMissing = ({ field, message }: Problem): string =>
  field ?? message.replace(/^Add /, '').replaceAll('=', '');

/** Parses a line: its operation, its words, and its arguments for a tool. Undefined if no tool takes them. */
function readLine(line: string) {
  const { words, unclosed } = scan(line);
  const found = unclosed === undefined ? find(operations, words) : undefined;
  if (!found || !('operation' in found) || found.operation.isForPeople) return undefined;
  const { operation, rest } = found;
  const { raw, problems } = readArguments(operation, rest);
  const given = problems.length === 0 ? writeToolArguments(operation, raw) : undefined;
  const read = given && readToolArguments(operation, given);
  return read && 'raw' in read ? { operation, raw, given, read: read.raw } : undefined;
}

import { readArguments } from '../core/read-arguments.ts';
import { find } from '../core/registry.ts';
import { scan } from '../core/words.ts';
import { operations } from '../operations/index.ts';
import { type Arguments, readToolArguments, writeToolArguments } from './tool-arguments.ts';

/** A call of a tool that an answer offers. */
export interface ToolLink {
  readonly label: string;
  readonly tool: string;
  readonly arguments: Arguments;
}

/** The name of the tool of an operation: `alert_list` for "alert.list". MCP and the models allow letters, digits, `_` and `-`. */
export const toolName = (operation: string): string => operation.replaceAll('.', '_');

/**
 * The tool call that does what typing a command does; undefined if there is none: the command is for people only, it asks for help,
 * or some of its arguments are missing, so that a person would get its form.
 */
export function toolCallOf(line: string): Pick<ToolLink, 'tool' | 'arguments'> | undefined {
  const { words, unclosed } = scan(line);
  const found = unclosed === undefined ? find(operations, words) : undefined;
  if (!found || !('operation' in found) || found.operation.isForPeople) return undefined;
  const { operation, rest } = found;
  const { raw, problems } = readArguments(operation, rest);
  const given = problems.length === 0 ? writeToolArguments(operation, raw) : undefined;
  const read = given && readToolArguments(operation, given);
  if (!read || 'problems' in read) return undefined;
  const [typed, called] = [operation.prepare(raw), operation.prepare(read.raw)];
  return 'line' in typed && 'line' in called && typed.line === called.line
    ? { tool: toolName(operation.id), arguments: given }
    : undefined;
}

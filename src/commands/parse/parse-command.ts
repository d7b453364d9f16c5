import { type Answer, maxButtonValue } from '../../core/answer.ts';
import type { Prepared, RawArgs } from '../../core/operation.ts';
import { find, readArguments } from '../../core/registry.ts';
import type { Problem } from '../../core/user-error.ts';
import { split, type Word } from '../../core/words.ts';
import { operations } from '../../operations/index.ts';
import type { Context } from '../../operations/shared/context.ts';
import { type FormRequest, hasForm } from './form.ts';
import { help, mistaken } from './help.ts';
import { type Mistaken, prepareAs } from './prepare-request.ts';

/** A line that names an operation. */
interface Named {
  /** The words for each field, as they were typed. */
  readonly raw: RawArgs;
  /** As it was typed. */
  readonly line: string;
}

/** What a line asks for; `help` also where it names no operation: it is answered with what there is. */
export type ParsedLine =
  | { readonly kind: 'help'; readonly words: readonly Word[] }
  | (Named & { readonly kind: 'prepared'; readonly prepared: Prepared<Context> })
  | (Named & Mistaken);

/** Reads a line, once: what travels from here on is `requestOf` it. No I/O. */
export function parseCommand(line: string): ParsedLine {
  const words = split(line);
  const [first] = words;
  if (first?.key === undefined && first?.text.toLowerCase() === 'help') {
    return { kind: 'help', words: words.slice(1) };
  }
  const found = find(operations, words);
  if (!('operation' in found)) return { kind: 'help', words };
  const { raw, problems } = readArguments(found.operation, found.rest);
  return { ...prepareAs(found.operation, raw, problems), raw, line };
}

/** The answer to a line that cannot run. */
export const answerTo = (parsed: Exclude<ParsedLine, { kind: 'prepared' }>): Answer =>
  parsed.kind === 'help'
    ? help(parsed.words)
    : mistaken(parsed.operation, parsed.problems, hasForm(parsed.operation) ? parsed.line : undefined);

/** The form of what a line asks for, whether or not the line could run as it is; undefined where there is none. */
export function formOf(parsed: ParsedLine): FormRequest | undefined {
  if (parsed.kind === 'help') return undefined;
  const { raw, line } = parsed;
  const operation = parsed.kind === 'mistaken' ? parsed.operation : parsed.prepared.operation;
  const problems = parsed.kind === 'mistaken' ? parsed.problems : [];
  return hasForm(operation) ? { operation: operation.id, raw, problems, line } : undefined;
}

/** What the worker is asked for a line that asks for help, or that names no operation. */
export interface HelpRequest {
  readonly kind: 'help';
  readonly words: Word[];
}

/** What the worker is asked for a line, a button or a form that names an operation. */
export interface CommandRequest {
  readonly kind: 'command';
  readonly operation: string;
  /** The words for each field. */
  readonly raw: Record<string, string>;
  /** What is wrong with the line; empty where it may run. */
  readonly problems: Problem[];
  /** As it was typed, to be offered again; only where it cannot run. */
  readonly line?: string;
}

/** No operation has so many words, so no more of them are needed to say what there is. */
const maxHelpWords = 4;
/** A message has no room for more mistakes. */
const maxProblems = 200;

/** What a line asks the worker, as JSON; its length is bounded by the line's. A line too long for a button is left out. */
export function requestOf(parsed: ParsedLine): HelpRequest | CommandRequest {
  if (parsed.kind === 'help') return { kind: 'help', words: parsed.words.slice(0, maxHelpWords) };
  const { raw, line } = parsed;
  if (parsed.kind === 'prepared') return commandFor(parsed.prepared.operation.id, raw);
  const problems = parsed.problems.slice(0, maxProblems);
  return {
    ...commandFor(parsed.operation.id, raw),
    problems,
    ...(line.length <= maxButtonValue && { line }),
  };
}

/** Asks the worker for an operation with these words. */
export const commandFor = (operation: string, raw: RawArgs): CommandRequest => ({
  kind: 'command',
  operation,
  raw: { ...raw },
  problems: [],
});

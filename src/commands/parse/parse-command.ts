import { type Answer, maxButtonValue } from '../../core/answer.ts';
import type { Prepared, RawArgs } from '../../core/operation.ts';
import { find, readArguments } from '../../core/registry.ts';
import type { Problem } from '../../core/user-error.ts';
import { scan, type Word } from '../../core/words.ts';
import { operations } from '../../operations/index.ts';
import type { Context } from '../../operations/shared/context.ts';
import { corrected, isHelp } from './correct.ts';
import { type FormRequest, hasForm } from './form.ts';
import { help, mistaken, openQuote } from './help.ts';
import { type Mistaken, prepareAs } from './prepare-request.ts';

/** A line that names an operation. */
interface Named {
  /** The words for each field, as they were typed. */
  readonly raw: RawArgs;
  /** As it was typed. */
  readonly line: string;
}

/** A line that cannot run, with the one that was probably meant. */
interface Corrected {
  readonly corrected?: string | undefined;
}

/** What a line asks for; `help` also where it names no operation: it is answered with what there is. */
export type ParsedLine =
  | (Corrected & { readonly kind: 'help'; readonly words: readonly Word[]; readonly unclosed?: string })
  | (Named & { readonly kind: 'prepared'; readonly prepared: Prepared<Context> })
  | (Named & Corrected & Mistaken);

/** Reads a line, once: what travels from here on is `requestOf` it. No I/O. */
export function parseCommand(line: string): ParsedLine {
  const { words, unclosed } = scan(line);
  const [first, ...more] = words;
  if (first?.key === undefined && isHelp(first?.text ?? ''))
    return { kind: 'help', words: more, corrected: corrected(line) };
  const found = find(operations, words);
  if (!('operation' in found)) return asksForHelp(found, words) ?? unknownCommand(line, words, unclosed);
  const { raw, problems } = readArguments(found.operation, found.rest);
  const open = unclosed === undefined ? [] : [{ message: `The quote before “${unclosed}” isn’t closed` }];
  const parsed = prepareAs(found.operation, raw, [...open, ...problems]);
  if (parsed.kind === 'prepared') return { ...parsed, raw, line };
  return { ...parsed, raw, line, corrected: corrected(line) };
}

/** "alert help", as one asks for help in other places. */
function asksForHelp(
  { group, unknown, at }: Exclude<ReturnType<typeof find>, { operation: unknown }>,
  words: readonly Word[],
): ParsedLine | undefined {
  if (unknown === undefined || group.length === 0 || at !== words.length - 1 || !isHelp(unknown))
    return undefined;
  return { kind: 'help', words: group.map((text) => ({ text })) };
}

const unknownCommand = (line: string, words: readonly Word[], unclosed: string | undefined): ParsedLine => ({
  kind: 'help',
  words,
  ...(unclosed !== undefined && { unclosed }),
  corrected: corrected(line),
});

/** The answer to a line that cannot run. */
export function answerTo(parsed: Exclude<ParsedLine, { kind: 'prepared' }>): Answer {
  const { corrected: better } = parsed;
  if (parsed.kind === 'help') return helpFor(parsed.words, better, parsed.unclosed);
  const { operation, problems, line } = parsed;
  return mistaken(operation, problems, hasForm(operation) ? line : undefined, better);
}

/** The answer to a line that asks for help, or that names no operation. */
export const helpFor = (words: readonly Word[], better?: string, unclosed?: string): Answer =>
  unclosed === undefined ? help(words, better) : openQuote(unclosed, better);

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
  /** The line that was probably meant. */
  readonly corrected?: string;
  /** What a quote holds that is not closed. */
  readonly unclosed?: string;
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
  /** The line that was probably meant. */
  readonly corrected?: string;
}

/** No operation has so many words. A longer sentence can name a group of commands in any of its first words. */
const maxHelpWords = 12;
/** No more of what an unclosed quote holds is shown, in characters. */
const maxUnclosed = 1000;
/** A message has no room for more mistakes. */
const maxProblems = 200;

/** What a line asks the worker, as JSON; its length is bounded by the line's. A line too long for a button is left out. */
export function requestOf(parsed: ParsedLine): HelpRequest | CommandRequest {
  if (parsed.kind === 'help') {
    const { words, corrected: better, unclosed } = parsed;
    return {
      kind: 'help',
      words: words.slice(0, maxHelpWords),
      ...(better !== undefined && { corrected: better }),
      ...(unclosed !== undefined && { unclosed: unclosed.slice(0, maxUnclosed) }),
    };
  }
  const { raw, line } = parsed;
  if (parsed.kind === 'prepared') return commandFor(parsed.prepared.operation.id, raw);
  const problems = parsed.problems.slice(0, maxProblems);
  return {
    ...commandFor(parsed.operation.id, raw),
    problems,
    ...(line.length <= maxButtonValue && { line }),
    ...(parsed.corrected !== undefined && { corrected: parsed.corrected }),
  };
}

/** Asks the worker for an operation with these words. */
export const commandFor = (operation: string, raw: RawArgs): CommandRequest => ({
  kind: 'command',
  operation,
  raw: { ...raw },
  problems: [],
});

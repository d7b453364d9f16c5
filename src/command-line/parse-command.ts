import { type Answer, maxButtonValue } from '../answer/answer.ts';
import { toAscii } from '../core/ascii.ts';
import type { Prepared, RawArgs } from '../operation/operation.ts';
import { readArguments } from '../operation/read-arguments.ts';
import { find } from '../operation/registry.ts';
import { scan, type Word } from '../operation/words.ts';
import type { Context } from '../operations/context/context.ts';
import { operations } from '../operations/index.ts';
import { corrected, isHelp } from './correct.ts';
import { type FormRequest, opensForm } from './form.ts';
import { help, mistaken, openQuote } from './help.ts';
import { type Mistaken, prepareAs } from './prepare-request.ts';

/** The common part of all lines that name an operation. */
interface Named {
  /** The words for each field, as typed. */
  readonly raw: RawArgs;
  /** The line as typed. */
  readonly line: string;
}

/** A line that cannot run, with the suggested one. */
interface Corrected {
  readonly corrected?: string | undefined;
}

/** A parsed line. `help` is also the result for a line that names no operation: its answer lists the commands. */
export type ParsedLine =
  | (Corrected & { readonly kind: 'help'; readonly words: readonly Word[]; readonly unclosed?: string })
  | (Named & { readonly kind: 'prepared'; readonly prepared: Prepared<Context> })
  | (Named & Corrected & Mistaken);

/** Parses a line. `requestOf` converts the result for the queue. No I/O. */
export function parseCommand(line: string): ParsedLine {
  const { words, unclosed } = scan(line);
  const [first, ...more] = words;
  if (first?.key === undefined && isHelp(first?.text ?? ''))
    return { kind: 'help', words: more, corrected: corrected(line) };
  const found = find(operations, words);
  if (!('operation' in found)) {
    const server = serverNamedIn(found, words);
    if (server !== undefined) return parseCommand(`server show ${server}`);
    return asksForHelp(found, words) ?? unknownCommand(line, words, unclosed);
  }
  if (isHelpFlag(words.at(-1))) return { kind: 'help', words: words.slice(0, -1) };
  const { raw, problems } = readArguments(found.operation, found.rest);
  const open = unclosed === undefined ? [] : [{ message: `The quote before “${unclosed}” isn’t closed` }];
  const parsed = prepareAs(found.operation, raw, [...open, ...problems]);
  if (parsed.kind === 'prepared') return { ...parsed, raw, line };
  return { ...parsed, raw, line, corrected: corrected(line) };
}

/** Returns whether a word is a help flag as in a terminal: "alert create --help". Phones make one dash of two hyphens. */
const isHelpFlag = (last: Word | undefined): boolean =>
  last !== undefined && last.key === undefined && /^(--?help|-h)$/.test(toAscii(last.text));

type NotFound = Exclude<ReturnType<typeof find>, { operation: unknown }>;

/** Returns a server name, or a part of one, in place of a command: "web01", "server web01". Every server name has digits. */
function serverNamedIn(
  { group, unknown = '', at, closest }: NotFound,
  words: readonly Word[],
): string | undefined {
  const name = toAscii(unknown);
  const isAlone = at === words.length - 1 && (group.length === 0 || group.join() === 'server');
  return isAlone && closest === undefined && /^(?=.*\d)[a-z0-9_-]{3,64}$/i.test(name) ? name : undefined;
}

/** Parses a trailing help word, as in other tools: "alert help". */
function asksForHelp({ group, unknown, at }: NotFound, words: readonly Word[]): ParsedLine | undefined {
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

/** Answers a line that can't run. */
export function answerTo(parsed: Exclude<ParsedLine, { kind: 'prepared' }>): Answer {
  const { corrected: better } = parsed;
  if (parsed.kind === 'help') return helpFor(parsed.words, better, parsed.unclosed);
  const { operation, problems, line } = parsed;
  return mistaken(operation, problems, opensForm(operation, problems) ? line : undefined, better);
}

/** Answers a line that asks for help or names no operation. */
export const helpFor = (words: readonly Word[], better?: string, unclosed?: string): Answer =>
  unclosed === undefined ? help(words, better) : openQuote(unclosed, better);

/** Returns the form for a line, even if the line can run; undefined if it opens none. */
export function formOf(parsed: ParsedLine): FormRequest | undefined {
  if (parsed.kind === 'help') return undefined;
  const { raw, line } = parsed;
  const operation = parsed.kind === 'mistaken' ? parsed.operation : parsed.prepared.operation;
  const problems = parsed.kind === 'mistaken' ? parsed.problems : [];
  return opensForm(operation, problems) ? { operation: operation.id, raw, problems, line } : undefined;
}

/** Upper bound for the words of a help request. Commands are shorter, but any of these words can name a group in a sentence. */
const maxHelpWords = 12;
/** Upper bound for the text of an unclosed quote, in characters. */
const maxUnclosed = 1000;
/** Upper bound for the problems of a line: a message has no room for more. */
const maxProblems = 200;

/**
 * Returns the job content for a line, as JSON. Its length is bounded by that of the line, which is omitted if it is too long for
 * a button.
 */
export function requestOf(parsed: ParsedLine) {
  if (parsed.kind === 'help') {
    const { words, corrected: better, unclosed } = parsed;
    return {
      kind: 'help' as const,
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

/** Returns the job content for an operation with these words. */
export const commandFor = (operation: string, raw: RawArgs) => ({
  kind: 'command' as const,
  operation,
  raw: { ...raw },
  problems: [],
});

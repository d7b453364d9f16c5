import { maxButtonValue } from '../answer/answer.ts';
import { toAscii } from '../core/ascii.ts';
import { closestMatch } from '../core/closest-match.ts';
import { normalize } from '../core/normalize.ts';
import type { Operation, RawArgs } from '../operation/operation.ts';
import { quotationMarks } from '../operation/quotation-marks.ts';
import { readArguments } from '../operation/read-arguments.ts';
import { find } from '../operation/registry.ts';
import { join, scan, type Word } from '../operation/words.ts';
import { writeCommand } from '../operation/write-command.ts';
import type { Context } from '../operations/context/context.ts';
import { operations } from '../operations/index.ts';
import { readTimeWords } from '../time/time-words.ts';
import { hasForm, problemsToMark } from './form.ts';

/**
 * Corrects a line that cannot run: replaces mistyped words of the command, field names and choices, and closes an open quote.
 * Undefined if nothing was mistyped, or if the result is too long for a button. The result is suggested, never run.
 */
export function corrected(line: string): string | undefined {
  const { words, unclosed } = scan(line);
  const better =
    unclosed === undefined ? correctedWords(words) : (correctedWords(words) ?? closed(words, line));
  return better !== undefined &&
    better !== line.trim() &&
    better.length <= maxButtonValue &&
    canBeDone(better)
    ? better
    : undefined;
}

/** Returns whether a line runs, opens a form for missing arguments, or shows help. */
function canBeDone(line: string): boolean {
  const { words, unclosed } = scan(line);
  if (unclosed !== undefined) return false;
  const found = find(operations, words);
  if (!('operation' in found)) return true;
  const { operation, rest } = found;
  const { raw, problems } = readArguments(operation, rest);
  const prepared = operation.prepare(raw);
  if (problems.length > 0) return false;
  return !('problems' in prepared) || (hasForm(operation) && problemsToMark(prepared.problems).length === 0);
}

/** Closes the quote at the end of the line, or removes it if it turns the whole command into one word. */
function closed(words: readonly Word[], line: string): string | undefined {
  if ('operation' in find(operations, words)) return join(words);
  const without = scan(line.replace(new RegExp(`[${quotationMarks}]`), '')).words;
  return 'operation' in find(operations, without) ? join(without) : undefined;
}

function correctedWords(typed: readonly Word[]): string | undefined {
  const [first, ...rest] = typed;
  if (first && first.key === undefined && isHelp(first.text)) {
    const about = correctedCommand(rest);
    return about?.changed ? `help ${join(about.words)}` : undefined;
  }
  const { words, changed } = correctedCommand(typed) ?? { words: typed, changed: false };
  const found = find(operations, words);
  if (!('operation' in found)) return changed && found.unknown === undefined ? join(words) : undefined;
  const { operation } = found;
  const args = correctedArguments(operation, found.rest);
  if (args) return writeCommand(operation, args);
  return changed ? join(words) : undefined;
}

/**
 * Returns whether a first word asks for help, even mistyped. Called for every line, so the slow search of operations comes last.
 */
export const isHelp = (word: string): boolean =>
  /^(help|\?|--?help|-h|hello|hi)$/i.test(toAscii(word)) ||
  (closestMatch(word, ['help']) !== undefined && namesNothing(word));

/** Returns whether a word is neither the first word of a command nor similar to one. */
function namesNothing(word: string): boolean {
  const found = find(operations, [{ text: word }]);
  return 'unknown' in found && found.closest === undefined;
}

/** Corrects the words of the command itself, one by one; undefined if one of them isn't similar to any. */
function correctedCommand(
  typed: readonly Word[],
): { readonly words: readonly Word[]; readonly changed: boolean } | undefined {
  const words = [...typed];
  for (let changed = false; ; changed = true) {
    const found = find(operations, words);
    if ('operation' in found || found.unknown === undefined) return { words, changed };
    if (found.closest === undefined) return undefined;
    words[found.at] = { text: found.closest };
  }
}

/** The standard options that are parsed as times. */
const timeOptions = [
  ['starts', { read: readTimeWords }],
  ['ends', { read: readTimeWords }],
] as const;

/** Corrects the arguments; undefined if nothing was mistyped, or if some mistakes can't be corrected. */
function correctedArguments(operation: Operation<Context>, words: readonly Word[]): RawArgs | undefined {
  const { raw, problems, mistyped, surplus } = readArguments(operation, words);
  const args: Record<string, string> = { ...raw };
  let changed = mistyped > 0;
  if (surplus.length > 0 || problems.length > mistyped) return undefined;
  for (const [name, field] of [...Object.entries(operation.fields), ...timeOptions]) {
    const reading = args[name] ? field.read(normalize(args[name])) : undefined;
    if (reading && 'closest' in reading && reading.closest !== undefined) {
      args[name] = reading.closest;
      changed = true;
    }
  }
  return changed ? args : undefined;
}

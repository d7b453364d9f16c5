import { closestMatch } from './closest-match.ts';
import { isFiller, meantWord, presentId } from './command-words.ts';
import { inReadableOrder } from './either-order.ts';
import type { Operation, RawArgs } from './operation.ts';
import { always } from './standard-options.ts';
import { readTimeWords } from './time-words.ts';
import type { Problem } from './user-error.ts';
import { join, type Word } from './words.ts';

/** What a command names: an operation with the words after its name, or the group of operations in which none was found. */
export type Found<Context> =
  | { readonly operation: Operation<Context>; readonly rest: readonly Word[] }
  | {
      /** The words that are known: [] or ['alert']. */
      readonly group: readonly string[];
      /** The word that isn't, and its position. */
      readonly unknown?: string;
      readonly at: number;
      readonly meant?: string;
    };

/**
 * Finds the operation whose words begin the line, by its present words, former ones or synonyms; the longest wins, so
 * "invoice trend" is not "invoice".
 */
export function find<Context>(
  operations: readonly Operation<Context>[],
  words: readonly Word[],
): Found<Context> {
  const typed = words.map(({ key, text }) => (key === undefined ? text.toLowerCase() : ''));
  const group: string[] = [];
  let found: Found<Context> | undefined;
  let at = 0;
  for (;;) {
    const inside = operations.filter(({ words: names }) =>
      group.every((name, place) => names[place] === name),
    );
    const id = presentId(group.join('.'));
    const operation = inside.find((candidate) => candidate.id === id);
    if (operation) found = { operation, rest: words.slice(at) };
    const next = [...new Set(inside.flatMap(({ words: names }) => names[group.length] ?? []))];
    const word = typed[at] ?? '';
    const meant = meantWord(word, next);
    if (meant === undefined && !operation && isFiller(word, group, typed[at + 1])) {
      at += 1;
      continue;
    }
    if (meant === undefined) return found ?? unknownAt(at, group, words[at], closestMatch(word, next));
    group.push(meant);
    at += 1;
  }
}

const unknownAt = (
  at: number,
  group: readonly string[],
  word: Word | undefined,
  meant: string | undefined,
): Exclude<Found<never>, { operation: unknown }> => {
  if (!word) return { group, at };
  const { key, text } = word;
  if (key !== undefined) return { group, at, unknown: `${key}=${text}` };
  return { group, at, unknown: text, ...(text && meant && { meant }) };
};

/** The words behind an operation's name, put to its fields. */
export interface ReadArguments {
  readonly raw: RawArgs;
  readonly problems: readonly Problem[];
  /** How many of the problems are names of fields that were mistyped; `raw` has their words under the names that were meant. */
  readonly mistyped: number;
  /** Words for which there is no field, each with a problem. */
  readonly surplus: readonly string[];
}

/** Assigns the words after an operation's name to its fields. `raw` has the fields that were given; problems are clauses about a field or sentences. */
export function readArguments<Context>(
  { fields, eitherOrder }: Operation<Context>,
  words: readonly Word[],
): ReadArguments {
  const names = [...Object.keys(fields), ...Object.keys(always)];
  const places = Object.entries(fields)
    .filter(([, field]) => field.at !== undefined)
    .sort(([, a], [, b]) => (a.at ?? 0) - (b.at ?? 0));
  const raw: Record<string, string> = {};
  const problems: Problem[] = [];
  const surplus: string[] = [];
  const given = new Set(words.flatMap(({ key }) => (key === undefined ? [] : [key.toLowerCase()])));
  let mistyped = 0;
  let place = 0;
  /** The option before this word, which the word may continue. */
  let continued: string | undefined;
  for (const [at, { key, text }] of words.entries()) {
    if (key !== undefined) {
      const name = optionNamed(key, names);
      continued = name;
      const meant = closestMatch(key, names);
      if (name === undefined) {
        problems.push({ message: `Unknown option “${key}=”${meant ? `. Did you mean ${meant}=?` : ''}` });
        if (meant !== undefined && !(meant in raw) && !given.has(meant.toLowerCase())) {
          raw[meant] = text;
          mistyped += 1;
        }
      } else if (name in raw) {
        problems.push({ field: name, message: 'is given twice' });
      } else {
        raw[name] = text;
      }
      continue;
    }
    const whole = continued && wholeTime(continued, raw, text);
    if (whole) Object.assign(raw, whole);
    continued = undefined;
    if (whole) continue;
    while (places[place] && !places[place]?.[1].rest && (places[place]?.[0] ?? '') in raw) place += 1;
    const [name, field] = places[place] ?? [];
    if (name === undefined || field === undefined) {
      problems.push({ message: `Unexpected “${text}”. Put values with spaces in quotes` });
      surplus.push(text);
    } else if (field.verbatim) {
      raw[name] = join(words.slice(at));
      break;
    } else {
      raw[name] = name in raw ? `${raw[name]} ${text}` : text;
    }
  }
  const isNamed = words.some(({ key }) => key !== undefined && eitherOrder?.includes(key.toLowerCase()));
  const ordered = eitherOrder && !isNamed ? inReadableOrder(eitherOrder, fields, raw) : raw;
  return { raw: ordered, problems, mistyped, surplus };
}

/** The field or standard option that a key names; `for=` is `ends=` where it is no field. */
const optionNamed = (key: string, names: readonly string[]): string | undefined => {
  const typed = key.toLowerCase();
  return names.find((name) => name.toLowerCase() === typed) ?? (typed === 'for' ? 'ends' : undefined);
};

/** For a time in two words without quotes, `starts=tomorrow 18:00`: both words, if only both of them are a time. */
function wholeTime(option: string, raw: RawArgs, next: string): RawArgs | undefined {
  if (option !== 'starts' && option !== 'ends') return undefined;
  const first = raw[option] ?? '';
  const whole = `${first} ${next}`;
  return 'problem' in readTimeWords(first) && 'value' in readTimeWords(whole)
    ? { [option]: whole }
    : undefined;
}

/** How an operation is typed: `alert assign <policy> <server>`, optional parts in brackets. */
export function usage<Context>({ words, fields, needs }: Operation<Context>): string {
  const parts = Object.entries(fields)
    .sort(([, a], [, b]) => (a.at ?? 99) - (b.at ?? 99))
    .map(([name, field]) => {
      const shown =
        field.at === undefined ? `${name}=${field.example}` : `<${name}>${field.rest ? ' …' : ''}`;
      return field.required ? shown : `[${shown}]`;
    });
  return [...words, ...parts, ...(needs === 'approval' ? ['why="…"'] : [])].join(' ');
}

import type { Problem } from '../answer/user-error.ts';
import { closestMatch } from '../core/closest-match.ts';
import { readTimeWords } from '../time/time-words.ts';
import { areReadable } from './either-order.ts';
import type { Field } from './field.ts';
import type { Operation, RawArgs } from './operation.ts';
import { always } from './standard-options.ts';
import { join, type Word } from './words.ts';

/** The words of a command, assigned to the fields of its operation. */
export interface ReadArguments {
  readonly raw: RawArgs;
  readonly problems: readonly Problem[];
  /** Number of problems that are mistyped field names; `raw` has their words under the corrected names. */
  readonly mistyped: number;
  /** Words without a field; a single problem covers all of them. */
  readonly surplus: readonly string[];
}

/** A positional field and its name. */
type Place = readonly [name: string, field: Field<unknown, unknown, never>];

/**
 * Assigns the words after an operation's name to its fields. A field that takes several things takes the remaining words. `raw`
 * has the fields that were given; problems are clauses about a field, or sentences.
 */
export function readArguments<Context>(operation: Operation<Context>, typed: readonly Word[]): ReadArguments {
  const words = withWholeName(operation, withWholeTimes(operation, typed));
  const { fields, eitherOrder } = operation;
  const places = Object.entries(fields)
    .filter(([, field]) => field.at !== undefined)
    .sort(([, a], [, b]) => (a.at ?? 0) - (b.at ?? 0));
  const asDeclared = assign(operation, places, words);
  const isNamed = words.some(({ key }) => key !== undefined && eitherOrder?.includes(key.toLowerCase()));
  if (!eitherOrder || isNamed || areReadable(eitherOrder, fields, asDeclared.raw)) return asDeclared;
  const swapped = assign(operation, places.toReversed(), words);
  return areReadable(eitherOrder, fields, swapped.raw) ? swapped : asDeclared;
}

function assign<Context>(
  { fields }: Operation<Context>,
  places: readonly Place[],
  words: readonly Word[],
): ReadArguments {
  const raw: Record<string, string> = {};
  const problems: Problem[] = [];
  const surplus: string[] = [];
  const given = keysGiven(words);
  const known = [
    ...Object.keys(fields),
    ...Object.keys(always),
    ...Object.values(fields).flatMap(({ keys = [] }) => keys),
  ];
  const wanted = wantedByMany(places, words);
  let taken = 0;
  const isFull = ([name, field]: Place): boolean =>
    field.many ? taken >= wanted : !field.rest && name in raw;
  let mistyped = 0;

  const assignMistyped = (key: string, text: string): void => {
    const closest = closestMatch(key, known);
    problems.push({ message: `Unknown option “${key}=”${closest ? `. Did you mean ${closest}=?` : ''}` });
    if (closest === undefined || closest in raw || given.has(closest.toLowerCase())) return;
    raw[closest] = text;
    mistyped += 1;
  };
  const assignOption = (name: string, text: string): void => {
    const taking = Object.entries(fields).filter(([, { keys = [] }]) => keys.includes(name));
    const [field] = taking.find(([one]) => !(one in raw)) ?? taking[0] ?? [];
    if (field !== undefined) raw[field] = extended(raw[field], join([{ key: name, text }]));
    else if (name in raw) problems.push({ field: name, message: 'is given twice' });
    else raw[name] = text;
  };

  for (const [at, word] of words.entries()) {
    const { key, text } = word;
    if (key !== undefined) {
      const option = optionNamed(key, known);
      if (option === undefined) assignMistyped(key, text);
      else assignOption(option, text);
      problems.push(...withoutValue(option, text));
      continue;
    }
    const [name, field] =
      placeFor(
        text,
        places.filter((place) => !isFull(place)),
      ) ?? [];
    if (name === undefined || field === undefined) {
      surplus.push(text);
    } else if (field.verbatim) {
      raw[name] = join(words.slice(at));
      break;
    } else if (field.many) {
      raw[name] = extended(raw[name], join([word]));
      taken += 1;
    } else {
      raw[name] = extended(raw[name], text);
    }
  }
  if (surplus.length > 0) problems.push({ message: unexpected(surplus, places) });
  return { raw, problems, mistyped, surplus };
}

/** An empty option doesn't mean that there is none: “from=” would let in whom it doesn't name. Its form asks for it. */
const withoutValue = (option: string | undefined, text: string): readonly Problem[] =>
  option !== undefined && text === '' ? [{ field: option, message: 'has no value', missing: true }] : [];

/** Returns the first open place on the line. Skips an optional one if the word only fits a later one. */
function placeFor(text: string, open: readonly Place[]): Place | undefined {
  const takes = ([, field]: Place): boolean => 'value' in field.read(text);
  const [first] = open;
  return first && !first[1].required && !takes(first) ? (open.find(takes) ?? first) : first;
}

function unexpected(surplus: readonly string[], places: readonly Place[]): string {
  if (places.length === 0) return `This command takes no arguments. Remove “${surplus.join(' ')}”`;
  const isQuoted = surplus.some((text) => text.includes(' '));
  const next = isQuoted ? 'Leave it out' : 'Put values with spaces in quotes';
  return `Unexpected ${surplus.map((text) => `“${text}”`).join(', ')}. ${next}`;
}

const keysGiven = (words: readonly Word[]): ReadonlySet<string> =>
  new Set(words.flatMap(({ key }) => (key === undefined ? [] : [key.toLowerCase()])));

const extended = (before: string | undefined, words: string): string =>
  before === undefined ? words : `${before} ${words}`;

/** Counts the words without a key that belong to the field for several things: those that no other field takes. */
function wantedByMany(places: readonly Place[], words: readonly Word[]): number {
  const given = keysGiven(words);
  const others = places.filter(([name, { many }]) => !many && !given.has(name.toLowerCase()));
  if (others.some(([, { rest }]) => rest)) return 1;
  const isGiven = places.some(
    ([name, { many, keys = [] }]) => many && [name, ...keys].some((key) => given.has(key)),
  );
  const unnamed = words.filter(({ key }) => key === undefined).length;
  return Math.max(isGiven ? 0 : 1, unnamed - others.length);
}

/** Returns the field or standard option with this key; `for=` means `ends=` unless there is a field of this name. */
const optionNamed = (key: string, names: readonly string[]): string | undefined => {
  const typed = key.toLowerCase();
  return names.find((name) => name.toLowerCase() === typed) ?? (typed === 'for' ? 'ends' : undefined);
};

/** Joins times in two unquoted words, such as `starts=tomorrow 18:00`, if only both together are a time. */
function withWholeTimes<Context>({ fields }: Operation<Context>, words: readonly Word[]): readonly Word[] {
  const names = [...Object.keys(fields), ...Object.keys(always)];
  const whole: Word[] = [];
  for (const word of words) {
    const before = whole.at(-1);
    const option = before?.key !== undefined && word.key === undefined && optionNamed(before.key, names);
    const both = `${before?.text} ${word.text}`;
    const isTime =
      (option === 'starts' || option === 'ends') &&
      'problem' in readTimeWords(before?.text ?? '') &&
      'value' in readTimeWords(both);
    if (isTime && before) whole[whole.length - 1] = { ...before, text: both };
    else whole.push(word);
  }
  return whole;
}

/**
 * Joins a name of several words without quotes, such as that of `alert show Night watch`: if the command has a place for one argument
 * only, and takes all words that stand together as its value.
 */
function withWholeName<Context>({ fields }: Operation<Context>, words: readonly Word[]): readonly Word[] {
  const [field, ...others] = Object.values(fields).filter(({ at }) => at !== undefined);
  const from = words.findIndex(({ key }) => key === undefined);
  const to = words.findLastIndex(({ key }) => key === undefined) + 1;
  const named = words.slice(from, to);
  const isName = named.length > 1 && named.every(({ key, text }) => key === undefined && !text.includes(' '));
  if (!field || others.length > 0 || field.rest || field.many || !isName) return words;
  const text = named.map((word) => word.text).join(' ');
  const isWhole = field.isWhole?.(named[0]?.text ?? '') || 'problem' in field.read(text);
  return isWhole ? words : words.toSpliced(from, named.length, { text });
}

import type { Problem } from '../answer/user-error.ts';
import { closestMatch } from '../core/closest-match.ts';
import { grouped } from '../core/grouped.ts';
import { normalize } from '../core/normalize.ts';
import type { Field, ValueType } from '../operation/field.ts';
import type { Operation, RawArgs } from '../operation/operation.ts';
import { optionsOf, type TakesOptions } from '../operation/standard-options.ts';
import { join, split, type Word } from '../operation/words.ts';

/** The arguments of a tool call, as JSON. */
export type Arguments = Readonly<Record<string, unknown>>;

/** The properties of an operation that define a tool's arguments. */
type Declared = Pick<Operation<never>, 'fields'> & TakesOptions;

type AnyField = Field<unknown, unknown, never>;

/** Maximum length of one argument, in characters: the limit of a form's field. */
const maxArgument = 3000;

/** Maximum number of problems in an answer. */
const maxProblems = 10;

/**
 * Converts the arguments of a tool call to words, or returns their problems, as phrases that a model can act on. An empty value
 * is a problem: in a command it would count as omitted, and an omitted `from` allows every source. Never throws.
 */
export function readToolArguments(
  operation: Declared,
  given: unknown,
): { readonly raw: RawArgs } | { readonly problems: readonly Problem[] } {
  if (typeof given !== 'object' || given === null || Array.isArray(given))
    return { problems: [{ message: `The arguments must be an object, not ${typeName(given)}` }] };
  const { fields } = operation;
  const names: readonly string[] = [...Object.keys(fields), ...optionsOf(operation)];
  const raw: [name: string, words: string][] = [];
  const problems: Problem[] = [];
  for (const [name, value] of Object.entries(given)) {
    if (problems.length === maxProblems) break;
    if (!names.includes(name)) {
      problems.push({ message: unknownArgument(name, names) });
      continue;
    }
    const words = wordsFor(fields[name], value);
    if (typeof words === 'object') problems.push({ field: name, message: words.problem });
    else if (words !== undefined) raw.push([name, words]);
  }
  return problems.length > 0 ? { problems } : { raw: Object.fromEntries(raw) };
}

function unknownArgument(name: string, names: readonly string[]): string {
  const closest = closestMatch(name, names);
  const shown = normalize(name.slice(0, 60));
  if (closest !== undefined) return `Unknown argument “${shown}”. Did you mean ${closest}?`;
  return `Unknown argument “${shown}”. This tool takes ${names.length > 0 ? names.join(', ') : 'none'}`;
}

type Words = string | { readonly problem: string };

/** Converts a value to words; undefined for a flag that is off. A standard option has no field. */
function wordsFor(field: AnyField | undefined, value: unknown): Words | undefined {
  const flag = flagOf(field?.values);
  if (flag && typeof value === 'boolean') return value ? flag.on : flag.off;
  const { many, values } = field ?? {};
  const entries = many || values?.kind === 'list' ? value : [value];
  const listed = Array.isArray(entries) ? entries : [entries];
  const texts = listed.flatMap((entry): string[] =>
    typeof entry === 'string' || typeof entry === 'number' ? [String(entry)] : [],
  );
  if (texts.length < listed.length) return { problem: `must be ${typeOf(field)}, not ${typeName(value)}` };
  // Limits the work that follows.
  const length = texts.reduce((sum, text) => sum + text.length, 0);
  if (length > maxArgument) return tooLong(length);
  if (texts.length === 0 || texts.some((text) => normalize(text) === ''))
    return { problem: 'is empty: leave it out, or give it a value' };
  const words = Array.isArray(value) && field ? joined(field, texts) : texts.join(' ');
  return words.length > maxArgument ? tooLong(words.length) : words;
}

const tooLong = (length: number): Words => ({
  problem: `is ${grouped(length)} characters long; the limit is ${grouped(maxArgument)}`,
});

function joined(
  { many, keys = [], values }: Pick<AnyField, 'many' | 'keys' | 'values'>,
  entries: readonly string[],
): string {
  if (many) return join(entries.map((entry) => wordOf(entry, keys)));
  return entries.join(values?.kind === 'list' ? values.separator : ' ');
}

/** Converts an entry of a list to a word of a command. "group=Shop floor" has a key; everything else is a name. */
function wordOf(entry: string, keys: readonly string[]): Word {
  // Requests are normalized, so that invisible characters can't hide a key.
  const text = normalize(entry);
  const key = keys.find((known) => text.toLowerCase().startsWith(`${known}=`));
  if (key === undefined) return { text };
  const [only, ...others] = split(text);
  return { key, text: only?.key && others.length === 0 ? only.text : text.slice(key.length + 1) };
}

/** Returns the words for true and false, if a choice is boolean. */
export function flagOf(
  values: ValueType | undefined,
): { readonly on: string; readonly off: string | undefined } | undefined {
  if (values?.kind !== 'choice') return undefined;
  const [on = '', off, ...others] = values.words;
  if (off === undefined) return { on, off: undefined };
  return on === 'yes' && off === 'no' && others.length === 0 ? { on, off } : undefined;
}

function typeOf(field: AnyField | undefined): string {
  if (field?.many || field?.values?.kind === 'list') return 'a list of texts';
  if (flagOf(field?.values)) return 'true or false';
  return field?.values?.kind === 'number' ? 'a number' : 'text';
}

function typeName(value: unknown): string {
  if (value === null || value === undefined) return 'null';
  if (Array.isArray(value)) return 'this list';
  return typeof value === 'object' ? 'an object' : `${value}`.slice(0, 20);
}

/**
 * Converts words to arguments, for the link to a tool. Undefined if the tool has no argument for some of them.
 * `readToolArguments` converts them back to an equal request.
 */
export function writeToolArguments(operation: Declared, raw: RawArgs): Arguments | undefined {
  const { fields } = operation;
  const options: readonly string[] = optionsOf(operation);
  const given = Object.entries(raw).filter(([, words]) => words !== '');
  if (given.some(([name]) => !Object.hasOwn(fields, name) && !options.includes(name))) return undefined;
  return Object.fromEntries(given.map(([name, words]) => [name, jsonOf(fields[name], words)]));
}

/** Converts a value to JSON. */
export function jsonOf(field: AnyField | undefined, words: string): unknown {
  const { many, values } = field ?? {};
  if (many) return split(words).map(({ key, text }) => (key === undefined ? text : `${key}=${text}`));
  if (values?.kind === 'list')
    return words.split(values.separator === ',' ? /[\s,;]+/ : values.separator).filter(Boolean);
  if (values?.kind === 'number' && /^\d{1,15}$/.test(words)) return Number(words);
  const flag = flagOf(values);
  if (flag && words === flag.on) return true;
  return flag && words === flag.off ? false : words;
}

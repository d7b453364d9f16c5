import { split, write } from '../../src/operation/words.ts';
import type { CommandList, ListedArgument, ListedOperation } from '../inspector/command-list-types.ts';

export interface Completion {
  /** A `tip` names the expected argument and changes nothing. */
  readonly kind: 'command' | 'argument' | 'value' | 'person' | 'channel' | 'tip';
  readonly label: string;
  readonly hint: string;
  /** The whole text after the choice, and the position of the caret in it. */
  readonly text: string;
  readonly caret: number;
}

export interface Vocabulary {
  readonly commands: CommandList;
  readonly people: readonly { readonly name: string; readonly realName: string }[];
  readonly channels: readonly { readonly name: string; readonly topic: string }[];
}

const maxCompletions = 50;

/** Returns the suggestions at the caret (a UTF-16 offset), the likeliest first. Empty if nothing is known. */
export function completionsFor(text: string, caret: number, vocabulary: Vocabulary): readonly Completion[] {
  if (!text.startsWith('/')) return mention(spotAt(text, caret, 0), vocabulary).slice(0, maxCompletions);
  const command = vocabulary.commands.command;
  const [typed = ''] = /^\S*/.exec(text) ?? [];
  if (caret <= typed.length) {
    const spot: CursorWord = { text, start: 0, end: typed.length, before: [], key: undefined, prefix: '' };
    const begun = command.startsWith(text.slice(0, caret)) && caret > 0;
    return begun ? [filled('command', command, 'Run your cloud', `${command} `, spot)] : [];
  }
  if (typed !== command) return [];
  return inCommand(spotAt(text, caret, command.length), vocabulary).slice(0, maxCompletions);
}

interface CursorWord {
  readonly text: string;
  /** The start and the end of the word in the text; equal for a new word. */
  readonly start: number;
  readonly end: number;
  readonly before: readonly { readonly key?: string; readonly text: string }[];
  readonly key: string | undefined;
  readonly prefix: string;
}

/** A word as the bot parses it: a name, then a value in quotes or without white space. */
const word = /(?:\p{L}[\p{L}\p{N}_-]*=)?(?:"(?:[^"\\]|\\.)*(?:"|$)|'(?:[^'\\]|\\.)*(?:'|$)|\S*)/suy;

function spotAt(text: string, caret: number, from: number): CursorWord {
  let at = from;
  for (;;) {
    while (at < caret && /\s/u.test(text.charAt(at))) at += 1;
    word.lastIndex = at;
    const end = at + (at < text.length ? (word.exec(text)?.[0].length ?? 0) : 0);
    if (end >= caret || end === at) {
      const [{ key, text: prefix } = { key: undefined, text: '' }] = split(text.slice(at, caret));
      return { text, start: at, end: Math.max(end, caret), before: split(text.slice(from, at)), key, prefix };
    }
    at = end;
  }
}

/** Returns a suggestion that replaces the word at the caret with `words`. */
function filled(
  kind: Completion['kind'],
  label: string,
  hint: string,
  words: string,
  { text, start, end }: CursorWord,
): Completion {
  const rest = words.endsWith(' ') ? text.slice(end).trimStart() : text.slice(end);
  return { kind, label, hint, text: text.slice(0, start) + words + rest, caret: start + words.length };
}

function inCommand(spot: CursorWord, vocabulary: Vocabulary): Completion[] {
  const { commands } = vocabulary;
  const helping = spot.before[0]?.key === undefined && spot.before[0]?.text.toLowerCase() === 'help';
  if (helping) return nextWords({ ...spot, before: spot.before.slice(1) }, commands);
  const help =
    spot.before.length === 0 && fits('help', spot.prefix) && spot.key === undefined
      ? [filled('command', 'help', 'What can be typed, and what it does', 'help ', spot)]
      : [];
  return [...nextWords(spot, commands), ...help, ...inArguments(spot, vocabulary)];
}

const fits = (whole: string, prefix: string): boolean => whole.startsWith(prefix.toLowerCase());

function nextWords(spot: CursorWord, { operations }: CommandList): Completion[] {
  if (spot.key !== undefined) return [];
  const typed = spot.before.map(({ key, text }) => (key === undefined ? text.toLowerCase() : '='));
  const inside = operations.filter(({ words }) => typed.every((typedWord, at) => words[at] === typedWord));
  const next = new Map<string, ListedOperation[]>();
  for (const operation of inside) {
    const name = operation.words[typed.length];
    if (name !== undefined && fits(name, spot.prefix)) next.set(name, [...(next.get(name) ?? []), operation]);
  }
  return [...next].map(([name, matching]) => {
    const [only] = matching;
    const hint =
      only && matching.length === 1
        ? only.summary
        : [...new Set(matching.map(({ words }) => words[typed.length + 1] ?? 'alone'))].join(', ');
    return filled('command', name, hint, `${name} `, spot);
  });
}

interface ArgumentPosition {
  readonly operation: ListedOperation;
  /** The argument for the word at the caret, if known. */
  readonly argument: ListedArgument | undefined;
  /** The names of the arguments that already have a value. */
  readonly given: ReadonlySet<string>;
}

/** Assigns the words before the caret to arguments, as the bot does. */
function argumentAt({ before, key }: CursorWord, { operations }: CommandList): ArgumentPosition | undefined {
  const typed = before.map((cursorWord) =>
    cursorWord.key === undefined ? cursorWord.text.toLowerCase() : '=',
  );
  const operation = operations
    .filter(({ words }) => words.every((word, at) => typed[at] === word))
    .sort((a, b) => b.words.length - a.words.length)[0];
  if (!operation) return undefined;
  const named = (name: string) =>
    operation.arguments.find((candidate) => candidate.name.toLowerCase() === name.toLowerCase());
  const places = operation.arguments.filter(({ positional }) => positional);
  const given = new Set<string>();
  const next = () => places.find((place) => place.rest || !given.has(place.name));
  for (const { key } of before.slice(operation.words.length)) {
    const name = (key === undefined ? next() : named(key))?.name;
    if (name !== undefined) given.add(name);
  }
  return { operation, argument: key === undefined ? next() : named(key), given };
}

function inArguments(spot: CursorWord, vocabulary: Vocabulary): Completion[] {
  const position = argumentAt(spot, vocabulary.commands);
  if (!position) return [];
  const { operation, argument, given } = position;
  const named = operation.arguments
    .filter(({ name, positional }) => !positional && !given.has(name))
    .filter(({ name }) => spot.key === undefined && fits(name.toLowerCase(), spot.prefix))
    .map((argument) =>
      filled('argument', `${argument.name}=`, describe(argument), `${argument.name}=`, spot),
    );
  if (!argument) return named;
  const values = valuesOf(argument, spot, vocabulary);
  const tip: Completion = {
    kind: 'tip',
    label: argument.label,
    hint: `${argument.hint}, such as ${argument.example}`,
    text: spot.text,
    caret: spot.end,
  };
  return [...(values.length > 0 ? values : [tip]), ...named];
}

const describe = ({ label, hint, required }: ListedArgument): string =>
  `${label}: ${hint}${required ? '' : ' (optional)'}`;

function valuesOf({ choices = [] }: ListedArgument, spot: CursorWord, { people }: Vocabulary): Completion[] {
  const put = (text: string): string =>
    `${write({ ...(spot.key !== undefined && { key: spot.key }), text })} `;
  if (spot.prefix.startsWith('@')) {
    return peopleLike(spot.prefix, people).map(({ name, realName }) =>
      filled('person', `@${name}`, realName, put(`@${name}`), spot),
    );
  }
  const wanted = spot.prefix.toLowerCase();
  return choices
    .filter(({ label, value }) => [label, value].some((text) => text.toLowerCase().includes(wanted)))
    .map(({ label, value, description = value === label ? '' : value }) =>
      filled('value', label, description, put(value), spot),
    );
}

const peopleLike = (prefix: string, people: Vocabulary['people']) => {
  const wanted = prefix.slice(1).toLowerCase();
  return people.filter(({ name, realName }) => fits(name, wanted) || realName.toLowerCase().includes(wanted));
};

/** Suggests `@…` and `#…` in an ordinary message. */
function mention(spot: CursorWord, { people, channels }: Vocabulary): Completion[] {
  const prefix = spot.text.slice(spot.start, spot.end);
  if (prefix.startsWith('@')) {
    return peopleLike(prefix, people).map(({ name, realName }) =>
      filled('person', `@${name}`, realName, `@${name} `, spot),
    );
  }
  if (!prefix.startsWith('#')) return [];
  return channels
    .filter(({ name }) => name !== '' && fits(name, prefix.slice(1)))
    .map(({ name, topic }) => filled('channel', `#${name}`, topic, `#${name} `, spot));
}

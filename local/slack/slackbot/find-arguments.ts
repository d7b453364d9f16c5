import type { Json, JsonObject } from '../payload/json.ts';
import { type Fact, factsIn } from './facts.ts';
import { isFiller, stem, stemsOf } from './sentence-words.ts';
import type { Parameter } from './tool-parameters.ts';

/** The arguments that a sentence gives to a tool. */
export interface FoundArguments {
  readonly args: JsonObject;
  /** The parts of the sentence that have a form of their own and are no argument of this tool. */
  readonly unused: readonly Fact[];
}

/** The words in front of a value that tell which of several alike arguments it is. */
const sides: readonly [words: readonly string[], parameters: RegExp][] = [
  [['from', 'between'], /^(source|from|src)/],
  [['to', 'into', 'and', 'towards'], /^(destination|to|dest|target)/],
];

/**
 * Finds the arguments of a tool in a sentence: `name=value` first, then what has the form of the argument's example, then
 * names beside the word for the argument, as in "the server web01" or "the night watch policy", and a server at the end, as in
 * "to jump".
 * @param ownWords the words of the tool's name and title, which are no names
 */
export function findArguments(
  sentence: string,
  parameters: readonly Parameter[],
  ownWords: readonly string[],
): FoundArguments {
  const left = new Set(factsIn(sentence));
  const args: JsonObject = {};
  const take = (parameter: Parameter, facts: readonly Fact[]): void => {
    if (facts.length === 0) return;
    args[parameter.name] = valueFor(parameter, facts);
    for (const fact of facts) left.delete(fact);
  };
  const open = (): readonly Parameter[] => parameters.filter(({ name }) => !(name in args));

  for (const parameter of open())
    take(
      parameter,
      [...left].filter(({ kind, name }) => kind === 'named' && name === parameter.name.toLowerCase()),
    );
  for (const parameter of open()) {
    const reasons = [...left].filter(({ kind }) => kind === 'reason');
    if (/^(why|reason)/.test(parameter.name)) take(parameter, reasons);
  }
  for (const parameter of open()) take(parameter, ofForm(parameter, [...left], parameters));
  const called = /\b(?:called|named|like|matching)\s+([^\s,;?!]+)/i.exec(sentence)?.[1]?.replace(/\.$/, '');
  const [nameless] = open().filter(
    ({ required, type, form }) => required && type === 'string' && form === undefined,
  );
  if (called !== undefined && nameless) args[nameless.name] = called;
  for (const parameter of open()) {
    const choice = parameter.choices.find((word) => stemsOf(sentence).includes(stem(word)));
    if (choice !== undefined) args[parameter.name] = choice;
  }
  for (const parameter of open().filter(({ type, choices }) => type !== 'boolean' && choices.length === 0)) {
    const named = nameBeside(sentence, parameter, [...left], ownWords);
    if (named === undefined) continue;
    args[parameter.name] = valueFor(parameter, [named]);
    for (const fact of left) if (fact.start < named.end && named.start < fact.end) left.delete(fact);
  }
  const last = /\b(?:to|on|from|of|at)\s+([\p{L}\p{N}_-]+)[\s.?!]*$/iu.exec(sentence)?.[1];
  const [machine] = open().filter(({ required, form }) => required && form === 'machine');
  if (machine && last !== undefined && !isFiller(last) && !ownWords.includes(stem(last)))
    args[machine.name] = valueFor(machine, [{ value: last }]);
  const inOrder = parameters.flatMap(({ name }): [string, Json][] =>
    name in args ? [[name, args[name] ?? null]] : [],
  );
  return { args: Object.fromEntries(inOrder), unused: [...left] };
}

/** The facts with the form of a parameter; the one on its side where another parameter takes the same form. */
function ofForm(parameter: Parameter, facts: readonly Fact[], all: readonly Parameter[]): readonly Fact[] {
  const { form, name, required } = parameter;
  const alike = facts.filter(({ kind }) => kind === form);
  if (form === undefined || alike.length === 0) return [];
  const side = sides.find(([, names]) => names.test(name));
  if (side)
    return alike.filter(({ after }) => side[0].includes(after)).slice(0, parameter.several ? undefined : 1);
  // An optional number or place is not taken for what it may not be: "6 months" needs its word.
  if (!required && ['number', 'machine'].includes(form) && all.length > 1)
    return alike
      .filter(({ after, before }) => [after, before].some((word) => wordsFor(parameter).includes(stem(word))))
      .slice(0, 1);
  const others = all.filter((other) => other.form === form && other.required && other.name !== name).length;
  return parameter.several && others === 0 ? alike : alike.slice(0, 1);
}

const wordsFor = ({ name, description }: Parameter): readonly string[] => stemsOf(`${name} ${description}`);

function valueFor({ several, type }: Parameter, facts: readonly Pick<Fact, 'value'>[]): Json {
  const values = facts.map(({ value }) => value);
  if (several) return values;
  const [value = ''] = values;
  return (type === 'integer' || type === 'number') && /^\d+$/.test(value) ? Number(value) : values.join(' ');
}

interface Token {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** A name beside the word for a parameter: in quotes anywhere, or the words before or after it that say nothing else. */
function nameBeside(
  sentence: string,
  parameter: Parameter,
  facts: readonly Fact[],
  ownWords: readonly string[],
): (Token & { value: string }) | undefined {
  const quoted = facts.find(({ kind }) => kind === 'quoted');
  const isName = parameter.form === undefined || parameter.form === 'machine';
  if (quoted && isName && parameter.required) return { ...quoted, text: quoted.value };
  if (!isName) return undefined;
  const tokens: Token[] = [...sentence.matchAll(/[^\s,;?!]+/g)].map(({ 0: text, index }) => ({
    text: text.replace(/\.$/, ''),
    start: index,
    end: index + text.length,
  }));
  const at = tokens.findIndex(({ text }) => stem(text) === stem(parameter.name));
  if (at < 0) return undefined;
  const isPart = ({ text, start, end }: Token): boolean =>
    !isFiller(text) &&
    !ownWords.includes(stem(text)) &&
    !/=/.test(text) &&
    !facts.some(
      (fact) => fact.kind !== 'machine' && fact.kind !== 'number' && start < fact.end && fact.start < end,
    );
  const firstBefore = tokens.slice(0, at).findLastIndex((token) => !isPart(token)) + 1;
  const after = tokens.slice(at + 1);
  const lastAfter = after.findIndex((token) => !isPart(token));
  const following = lastAfter < 0 ? after : after.slice(0, lastAfter);
  const name = following.length > 0 ? following : tokens.slice(firstBefore, at);
  const [first, last] = [name[0], name.at(-1)];
  if (!first || !last) return undefined;
  const value = name.map(({ text }) => text).join(' ');
  return { text: value, value, start: first.start, end: last.end };
}

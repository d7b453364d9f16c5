import type { Tool } from '@modelcontextprotocol/client';
import type { JsonObject } from '../payload/json.ts';
import { type FoundArguments, findArguments } from './find-arguments.ts';
import { askedFor, isFiller, stemsOf } from './sentence-words.ts';
import { type Parameter, parametersOf } from './tool-parameters.ts';

/** A tool that a sentence asks for. */
export interface Choice {
  readonly tool: Tool;
  readonly args: JsonObject;
  /** What it requires and the sentence does not give. */
  readonly missing: readonly Parameter[];
}

/** How much a word counts by where a tool has it. */
const weights = { name: 3, title: 2, description: 1, parameters: 0.5 } as const;

/** A tool below this was not asked for. */
const leastScore = 3.5;

/** What each word of the sentence costs that neither the tool nor its arguments have. */
const strangeWeight = 0.8;

/** What a required argument counts that the sentence gives, and what one of its values counts that the tool does not take. */
const factWeight = 1.2;

/**
 * Picks the tool that a sentence asks for, by rule: the words of its name, title, description and schema against those of
 * the sentence, where a rare word counts more, and by the arguments that the sentence gives. The same words always pick
 * the same tool. Undefined when none fits.
 */
export function pickTool(sentence: string, tools: readonly Tool[]): Choice | undefined {
  const asked = askedFor(sentence);
  const rarity = rarityIn(tools);
  const [best] = tools
    .map((tool) => scored(sentence, asked, tool, rarity))
    .filter(({ score, named }) => score >= leastScore && named)
    .sort((a, b) => b.score - a.score || a.tool.name.localeCompare(b.tool.name));
  return best && choiceOf(best.tool, best.found.args);
}

/** A tool with its arguments, and what is missing. */
export const choiceOf = (tool: Tool, args: JsonObject): Choice => ({
  tool,
  args,
  missing: parametersOf(tool).filter(({ name, required }) => required && !(name in args)),
});

interface Scored {
  readonly tool: Tool;
  readonly score: number;
  readonly found: FoundArguments;
  /** The sentence has, or means, a word of its name. */
  readonly named: boolean;
}

function scored(
  sentence: string,
  asked: ReadonlyMap<string, number>,
  tool: Tool,
  rarity: (word: string) => number,
): Scored {
  const fields = wordsOf(tool);
  const words = [...asked].reduce((sum, [word, weight]) => {
    const best = Math.max(0, ...fields.map(([counts, has]) => (has.has(word) ? counts : 0)));
    return sum + weight * best * rarity(word);
  }, 0);
  const [[, name] = [0, new Set<string>()]] = fields;
  const unsaid = [...name].filter((word) => !asked.has(word));
  const parameters = parametersOf(tool);
  const found = findArguments(sentence, parameters, stemsOf(`${tool.name} ${tool.title ?? ''}`));
  const given = parameters.filter((parameter) => parameter.required && parameter.name in found.args).length;
  const missing = parameters.filter(
    (parameter) => parameter.required && !(parameter.name in found.args),
  ).length;
  const known = new Set([...fields.flatMap(([, has]) => [...has]), ...stemsOf(JSON.stringify(found.args))]);
  const strange = stemsOf(sentence).filter((word) => !isFiller(word) && !known.has(word)).length;
  const idle = found.unused.filter(({ kind }) => kind !== 'number' && kind !== 'reason').length;
  const score =
    words -
    unsaid.reduce((sum, word) => sum + rarity(word), 0) +
    factWeight * (given - idle) -
    (factWeight / 2) * missing -
    strangeWeight * strange;
  return { tool, score, found, named: unsaid.length < name.size };
}

/** The words of a tool by how much they count. */
function wordsOf({
  name,
  title,
  description = '',
  ...tool
}: Tool): [weight: number, words: ReadonlySet<string>][] {
  const parameters = parametersOf(tool).map((parameter) => `${parameter.name} ${parameter.description}`);
  return [
    [weights.name, new Set(stemsOf(name.replaceAll('_', ' ')))],
    [weights.title, new Set(stemsOf(title ?? ''))],
    // The first sentence says what it does; the others are alike for many tools.
    [weights.description, new Set(stemsOf(/^.*?\.(?= |$)/.exec(description)?.[0] ?? description))],
    [weights.parameters, new Set(stemsOf(parameters.join(' ')))],
  ];
}

/** How rare a word is among the tools: about 1 where a third of them has it. */
function rarityIn(tools: readonly Tool[]): (word: string) => number {
  const texts = tools.map((tool) => new Set(wordsOf(tool).flatMap(([, words]) => [...words])));
  return (word) => Math.log(1 + tools.length / Math.max(1, texts.filter((text) => text.has(word)).length));
}

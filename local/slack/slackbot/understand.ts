import type { Tool } from '@modelcontextprotocol/client';
import { isObject, type JsonObject, parseJson } from '../payload/json.ts';
import { findArguments } from './find-arguments.ts';
import { type Choice, choiceOf, pickTool } from './pick-tool.ts';
import { type Parameter, parametersOf } from './tool-parameters.ts';

/** What Slackbot remembers of a conversation. */
export interface Memory {
  /** The tool that lacks an argument, and which one it has asked for. */
  asked?: { readonly tool: Tool; readonly args: JsonObject; readonly parameter: Parameter } | undefined;
  /** What was called last. */
  last?: Choice | undefined;
  /** The request that a call made last. */
  request?: string | undefined;
}

/** What a sentence means after what was said before: a tool, nothing that a tool does, or that the person wants none. */
export type Meaning = Choice | 'nothing' | 'forget';

const changedMind = /^(never ?mind|cancel|stop|forget it)\b/i;
const newQuestion = /\?$|^(which|what|who|how|show|list|find|tell)\b/i;
const followUp = /^(?:and|what about|how about)\s+(.+)$/i;

/** Reads a sentence: as the answer to what was asked, as more of what was called last, or on its own. */
export function understand(sentence: string, memory: Memory, tools: readonly Tool[]): Meaning {
  const { asked, last } = memory;
  const said = sentence.trim();
  const exact = exactly(said, tools);
  if (exact) return exact;
  const picked = pickTool(said, tools);
  if (asked && changedMind.test(said)) return 'forget';
  if (asked && !(picked && newQuestion.test(said))) {
    const { tool, args, parameter } = asked;
    return choiceOf(tool, { ...args, ...answerTo(parameter, said) });
  }
  const more = followUp.exec(said)?.[1];
  if (more !== undefined && last) {
    const found = moreArguments(more, last);
    if (found) return choiceOf(last.tool, { ...last.args, ...found });
  }
  if (!picked) return 'nothing';
  const [lacks, ...others] = picked.missing;
  // "what became of it?" is about the request that was made last.
  if (lacks?.form === 'request' && others.length === 0 && memory.request !== undefined)
    return choiceOf(picked.tool, { ...picked.args, [lacks.name]: memory.request });
  return picked;
}

/** The name of a tool and its arguments as JSON, as in `alert_show {"policy":"Disk 80"}`: for trying a tool itself. */
function exactly(said: string, tools: readonly Tool[]): Choice | undefined {
  const [, name, json] = /^(\w+)\s*(\{.*\})$/s.exec(said) ?? [];
  const tool = tools.find((one) => one.name === name);
  const args = parseJson(json ?? '');
  return tool && isObject(args) ? { tool, args, missing: [] } : undefined;
}

/** The whole answer is the value, unless a part of it has the form that the argument takes. */
function answerTo(parameter: Parameter, said: string): JsonObject {
  const { args } = findArguments(said, [parameter], []);
  const words = said.replace(/[.!]$/, '').replace(/^["“](.*)["”]$/, '$1');
  return { [parameter.name]: args[parameter.name] ?? (parameter.several ? [words] : words) };
}

/** What "and web02?" adds to the last call; the only required argument takes it whole. */
function moreArguments(more: string, { tool }: Choice): JsonObject | undefined {
  const parameters = parametersOf(tool);
  const { args } = findArguments(more, parameters, []);
  if (Object.keys(args).length > 0) return args;
  const [only, ...others] = parameters.filter(({ required }) => required);
  return only && others.length === 0 ? answerTo(only, more.replace(/\?$/, '')) : undefined;
}

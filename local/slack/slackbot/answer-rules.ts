import { answerBlocks } from '../blocks/block-rules.ts';
import { checkWhole } from '../blocks/check-message.ts';
import { type Problem, problemsIn } from '../blocks/problems.ts';
import {
  asObject,
  asObjects,
  asString,
  isObject,
  type Json,
  type JsonObject,
  parseJson,
} from '../payload/json.ts';

/** How the id of an element begins that calls a tool. */
export const toolPrefix = 'tool:';

/**
 * What is wrong with the blocks of a tool's answer. Any one problem drops all of them; the text stays. Written from Slack's page and
 * not from the bot's own check, so that the two check each other:
 * https://docs.slack.dev/ai/slackbot-mcp-client/returning-rich-responses
 */
export function checkAnswer(blocks: Json): Problem[] {
  const problems = problemsIn(answerBlocks, blocks, '/blocks');
  if (problems.length > 0) return problems;
  return [...badTools(asObjects(blocks), '/blocks'), ...(checkWhole(asObjects(blocks))?.problems ?? [])];
}

/** The elements that call a tool without JSON arguments, as text, in their values. */
function badTools(value: Json, at: string): Problem[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => badTools(item, `${at}/${index}`));
  if (!isObject(value)) return [];
  const inside = Object.entries(value).flatMap(([name, part]) => badTools(part, `${at}/${name}`));
  const id = asString(value.action_id);
  if (!id.startsWith(toolPrefix)) return inside;
  const unnamed =
    id === toolPrefix ? [{ pointer: `${at}/action_id`, message: 'must name a tool after `tool:`' }] : [];
  return [...unnamed, ...callersIn(value).flatMap(([path, caller]) => badValue(caller, `${at}${path}`))];
}

/** What a press or a choice calls a tool with: the button, or each of the options. */
function callersIn(element: JsonObject): [path: string, caller: JsonObject][] {
  if (element.type === 'button') return [['', element]];
  const grouped = asObjects(element.option_groups).flatMap(({ options }, group) =>
    asObjects(options).map((option, at): [string, JsonObject] => [
      `/option_groups/${group}/options/${at}`,
      option,
    ]),
  );
  return [
    ...asObjects(element.options).map((option, at): [string, JsonObject] => [`/options/${at}`, option]),
    ...grouped,
  ];
}

function badValue({ value = null }: JsonObject, at: string): Problem[] {
  return isObject(parseJson(asString(value)))
    ? []
    : [{ pointer: `${at}/value`, message: 'must be a JSON object, as a string' }];
}

/** The dialog that Slack shows in place of the app's own. */
const ownConfirm = {
  title: { type: 'plain_text', text: 'Are you sure?' },
  text: { type: 'plain_text', text: 'Slackbot will do this for you.' },
  confirm: { type: 'plain_text', text: 'Yes' },
  deny: { type: 'plain_text', text: 'No' },
};

/**
 * Blocks that passed the check, as Slackbot shows them: an element with another id than a tool's loses it, so
 * that it does nothing, and each dialog is replaced by Slack's own.
 */
export function asShown(blocks: Json): JsonObject[] {
  return asObjects(shown(blocks));
}

function shown(value: Json): Json {
  if (Array.isArray(value)) return value.map(shown);
  if (!isObject(value)) return value;
  const { action_id, confirm, ...rest } = value;
  const id = asString(action_id);
  return {
    ...asObject(Object.fromEntries(Object.entries(rest).map(([name, part]) => [name, shown(part)]))),
    ...(id.startsWith(toolPrefix) && { action_id: id }),
    ...(confirm !== undefined && { confirm: ownConfirm }),
  };
}

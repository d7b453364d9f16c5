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

/** Prefix of the id of an element that calls a tool. */
export const toolPrefix = 'tool:';

/**
 * Returns the problems of the blocks of a tool's answer. Any one problem drops all blocks; the text stays. Written from Slack's page and
 * not from the bot's own check, so that the two check each other:
 * https://docs.slack.dev/ai/slackbot-mcp-client/returning-rich-responses
 */
export function checkAnswer(blocks: Json): Problem[] {
  const problems = problemsIn(answerBlocks, blocks, '/blocks');
  if (problems.length > 0) return problems;
  return [...badTools(asObjects(blocks), '/blocks'), ...(checkWhole(asObjects(blocks))?.problems ?? [])];
}

/**
 * The elements that call a tool without JSON arguments, as text, in their values: that of a button, or of each option.
 * @param inTool whether this is inside an element that calls a tool
 */
function badTools(value: Json, at: string, inTool = false): Problem[] {
  if (Array.isArray(value)) return value.flatMap((item, index) => badTools(item, `${at}/${index}`, inTool));
  if (!isObject(value)) return [];
  const id = asString(value.action_id);
  const calls = inTool || id.startsWith(toolPrefix);
  const isOption = value.type === undefined && value.value !== undefined;
  const isCaller = calls && (value.type === 'button' || isOption);
  const problems: Problem[] = [];
  if (id === toolPrefix)
    problems.push({ pointer: `${at}/action_id`, message: 'must name a tool after `tool:`' });
  if (isCaller && !isObject(parseJson(asString(value.value))))
    problems.push({ pointer: `${at}/value`, message: 'must be a JSON object, as a string' });
  const inside = Object.entries(value).flatMap(([name, part]) => badTools(part, `${at}/${name}`, calls));
  return [...problems, ...inside];
}

/** Slack's own dialog, which replaces the app's. */
const ownConfirm = {
  title: { type: 'plain_text', text: 'Are you sure?' },
  text: { type: 'plain_text', text: 'Slackbot will do this for you.' },
  confirm: { type: 'plain_text', text: 'Yes' },
  deny: { type: 'plain_text', text: 'No' },
};

/**
 * Returns valid blocks as Slackbot shows them: an element whose id is not a tool's loses it and is inert, and Slack's own dialog
 * replaces each dialog.
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
